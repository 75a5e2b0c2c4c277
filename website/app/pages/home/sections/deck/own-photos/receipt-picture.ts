import { brand } from '../../../../../brand.ts'
import type { ReceiptText } from './receipt-text.ts'

// Sizes of the drawing, in units of which there are SCALE pixels each.
const SCALE = 3
const MARGIN = 48
const PAPER_WIDTH = 432
const PADDING = 32
const INNER = PAPER_WIDTH - 2 * PADDING
const LINE = 24
const RULE = 24
const PRINTS_IN_ROW = 4
const PRINT_GAP = 8
const PRINT = (INNER - (PRINTS_IN_ROW - 1) * PRINT_GAP) / PRINTS_IN_ROW
const MONO = '14px ui-monospace, monospace'

/** Something on the paper: its height, and how it is drawn below `top`. */
type Block = { height: number; draw: (context: CanvasRenderingContext2D, top: number) => void }

/** The colours and the font of the heading as the page shows them, so that no font is fetched. */
type ReceiptLook = { table: string; paper: string; ink: string; headingFont: string }

/**
 * Draws a receipt as a PNG file, with the prints at `photos` (`blob:` URLs) if there are any. Makes no request. Throws when a print cannot be
 * decoded, or when the browser has no memory left for the picture.
 */
export async function drawReceipt(
  { head, groups, feet }: ReceiptText,
  photos: readonly string[],
  look: ReceiptLook,
): Promise<File> {
  const prints = await Promise.all(photos.map(loadImage))
  const blocks = [
    centered('Receipt', { font: `600 28px ${look.headingFont}`, height: 42 }),
    centered(head),
    ...groups.flatMap((lines) => [rule, ...lines.map(([term, amount]) => line(term, amount))]),
    rule,
    ...(prints.length > 0 ? [printRows(prints), rule] : []),
    ...feet.map((foot, index) => centered(foot, index === 0 ? { font: `bold ${MONO}` } : {})),
  ]
  const paperHeight = blocks.reduce((sum, { height }) => sum + height, 2 * PADDING)
  const canvas = document.createElement('canvas')
  canvas.width = (PAPER_WIDTH + 2 * MARGIN) * SCALE
  canvas.height = (paperHeight + 2 * MARGIN + LINE) * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new RangeError('The browser has no memory left for a canvas.')
  context.scale(SCALE, SCALE)
  context.fillStyle = look.table
  context.fillRect(0, 0, canvas.width, canvas.height)
  drawPaper(context, paperHeight, look)
  let top = MARGIN + PADDING
  for (const { height, draw } of blocks) {
    draw(context, top)
    top += height
  }
  centered(brand.domain).draw(context, MARGIN + paperHeight + LINE / 2)
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!picture) throw new RangeError('The browser has no memory left for a picture.')
  return new File([picture], `${brand.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-receipt.png`, {
    type: 'image/png',
  })
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/** Draws the paper with its shadow, and leaves the context with the ink for the texts. */
function drawPaper(context: CanvasRenderingContext2D, height: number, { paper, ink }: ReceiptLook): void {
  context.save()
  Object.assign(context, { fillStyle: paper, shadowColor: ink, shadowBlur: 24 * SCALE, shadowOffsetY: 6 * SCALE })
  context.globalAlpha = 0.25
  context.fillRect(MARGIN, MARGIN, PAPER_WIDTH, height)
  context.restore()
  context.fillStyle = paper
  context.fillRect(MARGIN, MARGIN, PAPER_WIDTH, height)
  Object.assign(context, { fillStyle: ink, strokeStyle: ink, textBaseline: 'top' })
}

function centered(text: string, { font = MONO, height = LINE } = {}): Block {
  return {
    height,
    draw(context, top) {
      Object.assign(context, { font, textAlign: 'center' })
      context.fillText(text, MARGIN + PAPER_WIDTH / 2, top, INNER)
    },
  }
}

function line(term: string, amount: string): Block {
  const left = MARGIN + PADDING
  return {
    height: LINE,
    draw(context, top) {
      Object.assign(context, { font: MONO, textAlign: 'left' })
      context.fillText(term, left, top)
      Object.assign(context, { font: `bold ${MONO}`, textAlign: 'right' })
      context.fillText(amount, left + INNER, top)
    },
  }
}

const rule: Block = {
  height: RULE,
  draw(context, top) {
    const y = top + RULE / 2 - 3
    context.setLineDash([4, 4])
    context.beginPath()
    context.moveTo(MARGIN + PADDING, y)
    context.lineTo(MARGIN + PADDING + INNER, y)
    context.stroke()
  },
}

/** Rows of photos in their own formats. */
function printRows(prints: readonly HTMLImageElement[]): Block {
  const step = PRINT + PRINT_GAP
  return {
    height: Math.ceil(prints.length / PRINTS_IN_ROW) * step,
    draw(context, top) {
      for (const [index, print] of prints.entries()) {
        const scale = PRINT / Math.max(print.naturalWidth, print.naturalHeight)
        const [width, height] = [scale * print.naturalWidth, scale * print.naturalHeight]
        const x = MARGIN + PADDING + (index % PRINTS_IN_ROW) * step + (PRINT - width) / 2
        const y = top + Math.floor(index / PRINTS_IN_ROW) * step + (PRINT - height) / 2
        context.drawImage(print, x, y, width, height)
      }
    },
  }
}
