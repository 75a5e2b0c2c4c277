/// <reference lib="dom" />
import { link, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureBrowser } from '../tests/support/browser.ts'

/** How much detail a photo has: `smooth` ones have about 0.5 MB, `detailed` ones about 8 MB. */
export type PhotoDetail = 'smooth' | 'detailed'

/** Size of a photo of 24 megapixels. */
const SIZE = { width: 6_000, height: 4_000 }

/** Writes `count` JPEG photos of 24 megapixels to a folder, and returns their paths and the size of one in MB. All have the same content. */
export async function makePhotos(
  folder: string,
  count: number,
  detail: PhotoDetail,
): Promise<{ paths: string[]; megabytes: number }> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
  const page = await browser.newPage()
  const photo = Buffer.from(await page.evaluate(drawPhoto, { ...SIZE, detail }), 'base64')
  await browser.close()
  const paths = Array.from({ length: count }, (_, index) => join(folder, `photo-${index + 1}.jpg`))
  const [first = '', ...others] = paths
  await writeFile(first, photo)
  await Promise.all(others.map((path) => link(first, path)))
  return { paths, megabytes: photo.byteLength / 1_000_000 }
}

/** Draws a photo and returns it as Base64. Runs in a page. */
async function drawPhoto({ width, height, detail }: typeof SIZE & { detail: PhotoDetail }): Promise<string> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser has no canvas.')
  for (let at = 0; at < 600; at += 1) {
    context.fillStyle = `hsl(${(at * 47) % 360} 60% ${20 + ((at * 13) % 60)}%)`
    context.beginPath()
    context.arc((at * 977) % width, (at * 613) % height, 40 + ((at * 71) % 500), 0, 7)
    context.fill()
  }
  if (detail === 'detailed') {
    // Noise of a fixed seed, as of a sensor in low light.
    const image = context.getImageData(0, 0, width, height)
    let seed = 1
    for (let at = 0; at < image.data.length; at += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      if (at % 4 !== 3) image.data[at] = (image.data[at] ?? 0) + (seed / 2_147_483_648 - 0.5) * 64
    }
    context.putImageData(image, 0, 0)
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 32_768) parts.push(String.fromCharCode(...bytes.subarray(at, at + 32_768)))
  return btoa(parts.join(''))
}
