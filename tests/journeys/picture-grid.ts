import type { Page } from '@playwright/test'

/** A picture reduced to 16 × 16 mean colours, row by row: three values from 0 to 255 each, as hexadecimal digits. */
export type ImageFingerprint = string

/** The difference of two pictures: the mean over all cells and colour channels, and the largest difference of a cell (0 to 255). */
export type ImageDifference = { mean: number; farthest: number }

const FIELDS = 16
const POINTS_A_FIELD = 12

/**
 * Reduces a picture to a grid of mean colours. Differences between browsers and machines (anti-aliasing, the last bit of a
 * gradient) disappear in the means; visible differences do not. `page` must be blank: it only provides the browser's canvas.
 */
export async function computeImageFingerprint(
  page: Page,
  picture: Buffer,
  type: 'image/svg+xml' | 'image/png',
): Promise<ImageFingerprint> {
  const source = `data:${type};base64,${picture.toString('base64')}`
  return await page.evaluate(
    async ([url, fields, points]) => {
      const image = new Image()
      image.src = url
      await image.decode()
      const size = fields * points
      const context = new OffscreenCanvas(size, size).getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('There is no canvas.')
      context.fillStyle = '#fff'
      context.fillRect(0, 0, size, size)
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, size, size)
      let grid = ''
      for (let row = 0; row < fields; row++) {
        for (let column = 0; column < fields; column++) {
          const { data } = context.getImageData(column * points, row * points, points, points)
          for (const colour of [0, 1, 2]) {
            let sum = 0
            for (let at = colour; at < data.length; at += 4) sum += data[at] ?? 0
            grid += Math.round(sum / (points * points))
              .toString(16)
              .padStart(2, '0')
          }
        }
      }
      return grid
    },
    [source, FIELDS, POINTS_A_FIELD] as const,
  )
}

/** Returns the difference of two picture grids. */
export function compareImageFingerprints(a: ImageFingerprint, b: ImageFingerprint): ImageDifference {
  const apart = Array.from(Buffer.from(a, 'hex'), (value, index) =>
    Math.abs(value - (Buffer.from(b, 'hex')[index] ?? 0)),
  )
  const mean = apart.reduce((sum, each) => sum + each, 0) / apart.length
  return { mean, farthest: Math.max(...apart) }
}
