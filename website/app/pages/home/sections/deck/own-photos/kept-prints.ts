import { setKeptPictures } from '../kept-pile.tsx'

/** The `blob:` URLs of the held prints, in memory only, so that a reload forgets them. */
let held: readonly string[] = []

/** The drawings that held prints replace, by their image element. */
const drawings = new Map<HTMLImageElement, string>()

const observer = new MutationObserver(layPrints)

/**
 * Places the held prints on narrow screens, where the drawings of the offer have no room and are hidden: small, behind two of its corners.
 * Added by script, to keep it out of the first load.
 */
const NARROW_STYLES = `
@media (width < 64rem) {
  [data-kept-prints]:not([data-kept-prints='beside']) > [data-held] {
    display: flow-root; inset: -2rem auto auto 0.75rem; width: clamp(5rem, 14vw, 8rem);
    &[data-held='1'] { inset: auto 0.75rem -2.5rem auto }
  }
}`
let styles: CSSStyleSheet | null = null

function addNarrowStyles(): void {
  if (styles) return
  styles = new CSSStyleSheet()
  styles.replaceSync(NARROW_STYLES)
  document.adoptedStyleSheets.push(styles)
}

/**
 * Shows the prints in place of the decorative ones of every `data-kept-prints` element, on this page and on those that the visitor goes to.
 * They replace the `src` of images that React has rendered, because the first load of the home page has no room for the code; React leaves it
 * alone, because its own value does not change.
 */
export function holdKeptPrints(urls: readonly string[]): void {
  held = urls
  if (held.length > 0) addNarrowStyles()
  layPrints()
  if (held.length > 0) observer.observe(document.body, { childList: true, subtree: true })
  else observer.disconnect()
}

/** Returns the `blob:` URLs that must outlive the deck that made them. */
export function listHeldPrints(): readonly string[] {
  return held
}

/** Releases the prints and shows the drawings again. */
export function forgetKeptPrints(): void {
  for (const url of held) URL.revokeObjectURL(url)
  setKeptPictures([])
  holdKeptPrints([])
}

function layPrints(): void {
  for (const image of drawings.keys()) if (!image.isConnected) drawings.delete(image)
  for (const place of document.querySelectorAll('[data-kept-prints]')) {
    for (const [index, print] of place.querySelectorAll(':scope > .print').entries()) {
      // A hidden drawing has no image: it is loaded once this attribute shows its print.
      if (held[index]) print.setAttribute('data-held', String(index))
      else print.removeAttribute('data-held')
      const image = print.querySelector('img')
      if (image) layPrint(image, held[index])
    }
  }
}

function layPrint(image: HTMLImageElement, url: string | undefined): void {
  const drawing = drawings.get(image)
  if (url) {
    if (image.src === url) return
    if (drawing === undefined) drawings.set(image, image.src)
    image.src = url
    // A photo of any shape fills the square of the drawing. Faces are rather above the middle of an upright photo.
    Object.assign(image.style, { height: '100%', objectFit: 'cover', objectPosition: '50% 30%' })
  } else if (drawing !== undefined) {
    image.src = drawing
    Object.assign(image.style, { height: '', objectFit: '', objectPosition: '' })
    drawings.delete(image)
  }
}
