// Renders the pictures that must be bitmaps (home screen icons, social card, pictures of the mails) with Chromium, most of them to static/. Run manually after a
// change of the logo mark or the photo prints: `npm run draw-static -- [path to Chromium]`. The build itself needs no browser.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { importBuiltSite } from './built-pages.ts'
import { drawMailPictures } from './draw-mail-pictures.ts'

const run = promisify(execFile)
const chromium = process.argv[2] ?? '/usr/bin/chromium'
const website = join(import.meta.dirname, '..')
const work = await mkdtemp(join(tmpdir(), 'draw-static-'))
const { brand, faviconSvg } = await importBuiltSite(website)

try {
  for (const [name, size] of Object.entries({ 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 })) {
    await shoot(name, size, size, `<div class="icon">${faviconSvg}</div>`)
  }
  await writeFile(join(website, 'static/favicon.ico'), iconFile(await readFile(await shoot('favicon', 48, 48, bare()))))
  await shoot('social-card', 1200, 630, await socialCard())
  await drawMailPictures(chromium, faviconSvg, work)
} finally {
  await rm(work, { recursive: true })
}

async function socialCard(): Promise<string> {
  const print = async (name: string, place: string) => {
    const svg = await readFile(join(website, `dist/pictures/${name}.svg`), 'utf8')
    return `<div class="print" style="${place}"><img src="${address(svg)}"></div>`
  }
  const what = brand.description.split(/(?<=\.) /).slice(0, 2)
  return `<div class="card">
    ${await print('first-dance', 'left:610px;top:190px;transform:rotate(-17deg)')}
    ${await print('dog-in-bow-tie', 'left:890px;top:190px;transform:rotate(16deg)')}
    ${await print('sunset-walk', 'left:660px;top:130px;transform:rotate(-8deg)')}
    ${await print('rings', 'left:840px;top:130px;transform:rotate(8deg)')}
    ${await print('portrait', 'left:745px;top:110px;transform:rotate(3deg)')}
    <p class="stamp">Keep</p>
    <p class="name"><img src="${address(faviconSvg)}">${brand.name}</p>
    <p class="line">${brand.tagline}</p>
    <p class="what">${what.join('<br>')}</p>
  </div>`
}

/**
 * Returns an SVG as a data URL for an `img` element. If several SVGs were inlined in one page, the ids of their gradients would collide.
 */
function address(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** Returns the logo mark with a transparent background, for browser tabs. */
function bare(): string {
  return `<style>.icon { background: none !important } .icon svg { width: 100vw !important; height: 100vw !important }</style><div class="icon">${faviconSvg}</div>`
}

/** Wraps a 48 by 48 PNG in the ICO format, for /favicon.ico, which clients request without reading the page. */
function iconFile(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // type: icon
  header.writeUInt16LE(1, 4) // number of images in the file
  header.writeUInt8(48, 6)
  header.writeUInt8(48, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

async function shoot(name: string, width: number, height: number, body: string): Promise<string> {
  const picture = join(name === 'favicon' ? work : join(website, 'static'), `${name}.png`)
  const page = join(work, `${name}.html`)
  await writeFile(page, `<!doctype html><meta charset="utf-8"><style>${await styles()}</style>${body}`)
  await run(chromium, [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--hide-scrollbars',
    '--allow-file-access-from-files',
    `--user-data-dir=${join(work, 'profile')}`,
    `--window-size=${width},${height}`,
    `--screenshot=${picture}`,
    '--default-background-color=00000000',
    `file://${page}`,
  ])
  return picture
}

async function styles(): Promise<string> {
  const font = async (name: string) => (await readFile(join(website, `app/fonts/${name}.woff2`))).toString('base64')
  return `
    @font-face { font-family: Fraunces; font-weight: 600; src: url(data:font/woff2;base64,${await font('fraunces')}) }
    @font-face { font-family: Figtree; font-weight: 300 900; src: url(data:font/woff2;base64,${await font('figtree')}) }
    * { margin: 0 }
    .icon { display: grid; place-items: center; height: 100vh; background: #fbf6f1 }
    .icon svg { width: 78vw; height: 78vw }
    .card { position: relative; width: 1200px; height: 630px; overflow: hidden; color: #2a1433;
      font: 600 68px/1.06 Fraunces; letter-spacing: -0.015em; word-spacing: 0.09em;
      background: radial-gradient(ellipse 560px 440px at 75% 50%, rgb(229 68 127 / .2), transparent 70%),
        radial-gradient(ellipse 520px 380px at 100% 0%, rgb(124 58 237 / .18), transparent 70%), #fbf6f1 }
    .name { position: absolute; left: 72px; top: 64px; display: flex; align-items: center; gap: 16px; font-size: 40px }
    .name img { width: 60px; height: 60px }
    .line { position: absolute; left: 72px; top: 178px; width: 500px }
    .what { position: absolute; left: 72px; bottom: 70px; font: 600 26px/1.45 Figtree; letter-spacing: 0; word-spacing: 0 }
    .stamp { position: absolute; left: 760px; top: 132px; padding: .12em .75em .16em; border-radius: 999px; transform: rotate(-6deg);
      background: #cf2f6e; color: #fff; font: 600 34px/1.4 Figtree; letter-spacing: 0 }
    .print { position: absolute; width: 340px; box-sizing: border-box; padding: 16px 16px 0; border-radius: 4px;
      background: #fff; box-shadow: 0 2px 4px rgb(42 20 51 / .2), 0 20px 40px -12px rgb(42 20 51 / .45) }
    .print img { display: block; width: 100%; height: auto }`
}
