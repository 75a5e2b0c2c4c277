import { getPictureFile } from '../../../../../pictures.ts'
import { setKeptPictures } from '../kept-pile.tsx'

/** The sample prints on the offer (free-access.tsx). */
const OFFERED = ['sunset-walk', 'portrait']

/** The URLs of the held prints: `blob:` URLs in memory only, so that a reload forgets them, or those of sample prints. */
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

/**
 * Shows the two sample prints that the visitor kept last on the offer, unless photos of the visitor lie there. A single one lies on a print of
 * the offer that it does not repeat.
 */
export function holdSamplePrints(kept: readonly string[]): void {
  if (held.some(isPhoto)) return
  const below = OFFERED.map((id) => getPictureFile(id).src).filter((src) => !kept.includes(src))
  holdKeptPrints(kept.length > 0 ? [...below, ...kept].slice(-OFFERED.length) : [])
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
    if (image.getAttribute('src') === url) return
    if (drawing === undefined) drawings.set(image, image.src)
    image.src = url
    // A photo of any shape fills the square of the drawing. Faces are rather above the middle of an upright photo.
    if (isPhoto(url)) Object.assign(image.style, { height: '100%', objectFit: 'cover', objectPosition: '50% 30%' })
  } else if (drawing !== undefined) {
    image.src = drawing
    Object.assign(image.style, { height: '', objectFit: '', objectPosition: '' })
    drawings.delete(image)
  }
}

const isPhoto = (url: string) => url.startsWith('blob:')
