import { setKeptPictures } from '../kept-pile.tsx'

/** The `blob:` URLs of the held prints, in memory only, so that a reload forgets them. */
let held: readonly string[] = []

/** The drawings that held prints replace, by their image element. */
const drawings = new Map<HTMLImageElement, string>()

const observer = new MutationObserver(layPrints)

/**
 * Shows the prints in place of the decorative ones of every `data-kept-prints` element, on this page and on those that the visitor goes to.
 * They replace the `src` of images that React has rendered, because the first load of the home page has no room for the code; React leaves it
 * alone, because its own value does not change.
 */
export function holdKeptPrints(urls: readonly string[]): void {
  held = urls
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
