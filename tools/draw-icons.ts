import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { runnerImport } from 'vite'
import { ensureBrowser } from '../tests/support/browser.ts'
import { type Dots, indexedPng } from './indexed-png.ts'
import { ROOT } from './root.ts'

// Draws what cannot be an SVG file (the icons of tabs and home screens, the picture of a shared link) into
// website/public. The files are committed: run `node tools/draw-icons.ts` after a change to the mark, name or tagline.

type Logo = { Mark: FunctionComponent; AppIcon: FunctionComponent }
type Card = { SocialCard: FunctionComponent<{ name: string; tagline: string }> }
type Words = { brand: { name: string; tagline: string } }

const website = join(ROOT, 'website')
const target = join(website, 'public')
const serif = join(ROOT, 'node_modules/@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2')

const { Mark, AppIcon } = await fromSite<Logo>('app/art/logo.tsx')
const { SocialCard } = await fromSite<Card>('app/art/social-card.tsx')
const { brand } = await fromSite<Words>('app/brand.ts')

await mkdir(target, { recursive: true })
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  await save('favicon-32.png', await drawn(page, createElement(Mark), 32, 32))
  await save('apple-touch-icon.png', await drawn(page, createElement(AppIcon), 180, 180))
  await save('icon-192.png', await drawn(page, createElement(AppIcon), 192, 192))
  await save('icon-512.png', await drawn(page, createElement(AppIcon), 512, 512))
  const { name, tagline } = brand
  const card = await drawn(page, createElement(SocialCard, { name, tagline }), 1200, 630)
  await save('social-card.png', indexedPng(await dotsOf(page, card)))
} finally {
  await browser.close()
}

// The build's own way to load the site's modules: they hold JSX, which Node does not read.
async function fromSite<Module>(file: string): Promise<Module> {
  const { module } = await runnerImport<Module>(join(website, file), { root: website, configFile: false })
  return module
}

async function drawn(page: Page, element: ReturnType<typeof createElement>, width: number, height: number) {
  const font = (await readFile(serif)).toString('base64')
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>
    @font-face { font-family: Fraunces; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
    body { margin: 0; font-variation-settings: 'SOFT' 100 }
    body > svg { display: block; width: ${width}px; height: ${height}px }
    pattern path { display: none } /* the grain of the pictures: too fine to see here, and dear in a PNG */
  </style>${renderToStaticMarkup(element)}`)
  await page.evaluate('document.fonts.load("600 50px Fraunces").then(() => undefined)')
  return page.screenshot({ omitBackground: true })
}

async function dotsOf(page: Page, png: Buffer): Promise<Dots> {
  const { width, height, base64 } = await page.evaluate(async (encoded) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${encoded}`)).blob())
    const { width, height } = bitmap
    const pen = new OffscreenCanvas(width, height).getContext('2d')
    if (!pen) throw new Error('There is no canvas.')
    pen.drawImage(bitmap, 0, 0)
    const bytes = new Uint8Array(pen.getImageData(0, 0, width, height).data.buffer)
    let text = ''
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
    return { width, height, base64: btoa(text) }
  }, png.toString('base64'))
  return { width, height, rgba: Buffer.from(base64, 'base64') }
}

async function save(name: string, png: Buffer): Promise<void> {
  await writeFile(join(target, name), png)
  console.log(`${name.padEnd(22)} ${(png.length / 1000).toFixed(1)} kB`)
}
