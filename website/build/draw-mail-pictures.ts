import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const website = join(import.meta.dirname, '..')
const TARGET = join(website, '../supabase/functions/_shared/mails/mail-pictures.ts')

/** Sizes of the picture files in pixels. Mails show them at half the size (html-frame.ts), so that they are sharp on high-resolution screens. */
const LOGO_PX = 72
const BANNER_PX = { width: 1120, height: 320 }

/** The photo prints of the banner, in the order of the day: the drawing, its centre and its rotation in degrees. */
const BANNER_PRINTS = [
  ['dog-in-bow-tie', 132, 164, -6],
  ['rings', 346, 154, 4],
  ['portrait', 560, 162, -2],
  ['first-dance', 774, 155, 5],
  ['sunset-walk', 988, 164, -4],
] as const

/**
 * Draws the pictures that every mail contains and writes them, base64-encoded, to a module of the mails, because edge functions can read no
 * files. A page in Chromium draws them on a canvas, which encodes the banner as JPEG: its grain makes it ten times as large as PNG.
 */
export async function drawMailPictures(chromium: string, logoSvg: string, folder: string): Promise<void> {
  const prints = BANNER_PRINTS.map(async ([name, x, y, turn]) => {
    const svg = await readFile(join(website, `dist/pictures/${name}.svg`), 'utf8')
    return { src: toDataUrl(svg.replaceAll(/fill="url\(#[^)]*n\)"/g, 'fill="none"')), x, y, turn }
  })
  const logo = toDataUrl(logoSvg.replace('<svg ', `<svg width="${LOGO_PX}" height="${LOGO_PX}" `))
  const input = { logo, logoSize: LOGO_PX, ...BANNER_PX, prints: await Promise.all(prints) }
  const page = join(folder, 'mail-pictures.html')
  await writeFile(page, `<!doctype html><body><script>(${draw})(${JSON.stringify(input)})</script>`)
  const { stdout } = await run(
    chromium,
    ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=20000', '--dump-dom', `file://${page}`],
    { maxBuffer: 10_000_000 },
  )
  const [, logoPng, bannerJpeg] =
    /data:image\/png;base64,([\w+/=]+) data:image\/jpeg;base64,([\w+/=]+)/.exec(stdout) ?? []
  if (!logoPng || !bannerJpeg) throw new Error('Chromium did not draw the pictures of the mails.')
  await writeFile(TARGET, moduleOf(logoPng, bannerJpeg))
}

function toDataUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

type Input = {
  logo: string
  logoSize: number
  width: number
  height: number
  prints: { src: string; x: number; y: number; turn: number }[]
}

/** Draws both pictures and replaces the page's content by their data URLs. Runs in the page. */
async function draw({ logo, logoSize, width, height, prints }: Input) {
  const load = async (src: string) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return image
  }
  const paint = async (w: number, h: number, how: (context: CanvasRenderingContext2D) => Promise<void>) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
    const context = canvas.getContext('2d')
    if (context) await how(context)
    return canvas
  }
  const mark = await paint(logoSize, logoSize, async (context) => {
    context.drawImage(await load(logo), 0, 0, logoSize, logoSize)
  })
  const banner = await paint(width, height, async (context) => {
    const ground = context.createLinearGradient(0, 0, 0, height)
    ground.addColorStop(0, '#8b4474')
    ground.addColorStop(0.92, '#35213f') // the colour of the mail's card in dark mode, where the banner has no lower edge
    context.fillStyle = ground
    context.fillRect(0, 0, width, height)
    for (const { src, x, y, turn } of prints) {
      const picture = await load(src)
      context.save()
      context.translate(x, y)
      context.rotate((turn * Math.PI) / 180)
      Object.assign(context, {
        shadowColor: 'rgb(27 11 42 / 0.6)',
        shadowBlur: 30,
        shadowOffsetY: 14,
        fillStyle: '#fff',
      })
      context.fillRect(-102, -118, 204, 236)
      context.shadowColor = 'transparent'
      context.drawImage(picture, -93, -109, 186, (186 * picture.height) / picture.width)
      context.restore()
    }
  })
  document.body.textContent = `${mark.toDataURL('image/png')} ${banner.toDataURL('image/jpeg', 0.25)}`
}

function moduleOf(logo: string, banner: string): string {
  return `// Written by website/build/draw-mail-pictures.ts ('npm run draw-static'). Do not edit.

/** A picture that mails contain: its name in the HTML, its type, and its bytes, base64-encoded. */
export type MailPicture = { name: 'logo' | 'banner'; type: 'image/png' | 'image/jpeg'; base64: string }

/** The pictures of every mail: the logo, and a banner of photo prints. */
export const mailPictures: readonly MailPicture[] = [
  {
    name: 'logo',
    type: 'image/png',
    base64: [
${toLines(logo)}
    ].join(''),
  },
  {
    name: 'banner',
    type: 'image/jpeg',
    base64: [
${toLines(banner)}
    ].join(''),
  },
]
`
}

const LINE_LENGTH = 160

/** Returns Base64 as the lines of an array. Splits what looks like a marker of unfinished work, for tools that search the source for it. */
function toLines(base64: string): string {
  return base64
    .replaceAll(/TO(?=DO)|FIX(?=ME)|XX(?=X)|HA(?=CK)/gi, '$&\n')
    .split('\n')
    .flatMap((part) => part.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? [])
    .map((line) => `      '${line}',`)
    .join('\n')
}
