import type { PrintSize } from '../print-positions.ts'

/** Long side in CSS pixels for which prints are made. Those of a very wide window are a quarter longer, for the memory's sake. */
const LONG_SIDE = 270

/** The number of pixels that all prints of a deck may have together, about 30 MB in memory: a browser keeps every print decoded. */
const PIXELS_MAX = 7_500_000

/**
 * Returns the length in pixels of the long side of the prints of a deck of so many photos, on a screen of `density` pixels per CSS pixel. Up to
 * 25 photos have two pixels per CSS pixel where the screen has; more photos have fewer, so that the memory for all stays the same.
 */
export function computePrintSide(photos: number, density: number): number {
  const sharp = LONG_SIDE * Math.min(2, Math.max(1, density))
  return Math.floor(Math.min(sharp, Math.sqrt(PIXELS_MAX / photos)))
}

/** The long side of the photo, relative to the width of a sample print. All photos have the same. */
const PHOTO_LENGTH = 0.96

/** Returns the size of the print of a photo of this shape (width relative to height). The border has the proportions of `.print`. */
export function measurePrint(shape: number): PrintSize {
  const width = (PHOTO_LENGTH * Math.min(1, shape)) / 0.89
  return { width, height: width * (0.89 / shape + 0.215) }
}
