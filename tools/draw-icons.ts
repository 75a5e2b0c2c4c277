import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { runnerImport } from 'vite'
import { ensureBrowser } from '../tests/support/browser.ts'
import { type Dots, indexedPng } from './indexed-png.ts'
import { ROOT } from './root.ts'

// Draws what cannot be an SVG file (the icons of tabs and home screens, the picture of a shared link) into
// website/public. The files are committed: run `node tools/draw-icons.ts` after a change to the mark, name or tagline.

type Icons = { mark: string; appIcon: string; socialCard: string }

const website = join(ROOT, 'website')
const target = join(website, 'public')
const serif = join(ROOT, 'node_modules/@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2')

// The build's own way to load the site's modules: they hold JSX, which Node does not read.
const drawings = join(website, 'build/draw-icons.tsx')
const { module } = await runnerImport<{ drawIcons: () => Icons }>(drawings, { root: website, configFile: false })
const { mark, appIcon, socialCard } = module.drawIcons()

await mkdir(target, { recursive: true })
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  await save('favicon-32.png', await drawn(page, mark, 32, 32))
  await save('apple-touch-icon.png', await drawn(page, appIcon, 180, 180))
  await save('icon-192.png', await drawn(page, appIcon, 192, 192))
  await save('icon-512.png', await drawn(page, appIcon, 512, 512))
  const card = await drawn(page, socialCard, 1200, 630)
  await save('social-card.png', indexedPng(await dotsOf(page, card)))
} finally {
  await browser.close()
}

async function drawn(page: Page, svg: string, width: number, height: number) {
  const font = (await readFile(serif)).toString('base64')
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>
    @font-face { font-family: Fraunces; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
    body { margin: 0; font-variation-settings: 'SOFT' 100 }
    body > svg { display: block; width: ${width}px; height: ${height}px }
    pattern path { display: none } /* the grain of the pictures: too fine to see here, and dear in a PNG */
  </style>${svg}`)
  await page.evaluate('document.fonts.load("600 50px Fraunces").then(() => undefined)')
  return page.screenshot({ omitBackground: true })
}

// Chromium decodes its own picture. The code is text, as the types of a page are none of this program's.
async function dotsOf(page: Page, png: Buffer): Promise<Dots> {
  const { width, height, base64 } = await page.evaluate<{
    width: number
    height: number
    base64: string
  }>(`(async () => {
    const answer = await fetch('data:image/png;base64,${png.toString('base64')}')
    const bitmap = await createImageBitmap(await answer.blob())
    const { width, height } = bitmap
    const pen = new OffscreenCanvas(width, height).getContext('2d')
    pen.drawImage(bitmap, 0, 0)
    return { width, height, base64: new Uint8Array(pen.getImageData(0, 0, width, height).data.buffer).toBase64() }
  })()`)
  return { width, height, rgba: Buffer.from(base64, 'base64') }
}

async function save(name: string, png: Buffer): Promise<void> {
  await writeFile(join(target, name), png)
  console.log(`${name.padEnd(22)} ${(png.length / 1000).toFixed(1)} kB`)
}
