/** Width of a print's paper relative to its height. A wider photo, such as a panorama, fills the width. */
export const PAPER_SHAPE = 4 / 3

/** Height in CSS pixels of the paper of the largest print on the page, which is that of a wide window. */
const PAPER_HEIGHT = 225

/** The number of pixels that all prints of a deck may have together, about 30 MB in memory: a browser keeps every print decoded. */
const PIXELS_MAX = 7_500_000

/**
 * Returns the height in pixels of the prints of a deck of so many photos, on a screen of `density` pixels per CSS pixel. Up to 27 photos have
 * two pixels per CSS pixel where the screen has; more photos have fewer, so that the memory for all stays the same.
 */
export function computePrintHeight(photos: number, density: number): number {
  const sharp = PAPER_HEIGHT * Math.min(2, Math.max(1, density))
  return Math.round(Math.min(sharp, Math.sqrt(PIXELS_MAX / PAPER_SHAPE / photos)))
}
