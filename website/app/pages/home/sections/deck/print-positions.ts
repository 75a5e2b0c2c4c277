import type { DeckState } from './deck-state.ts'
import { layOutTopPrints, type PrintPosition } from './deck-view.ts'

/** Returns the position of every rendered print: those on the two piles, and the top prints of the deck. */
export function computePrintPositions({ prints, decisions }: DeckState): Map<string, PrintPosition> {
  const lies = new Map<string, PrintPosition>()
  const counts = { kept: 0, 'let-go': 0 }
  for (const [order, { id, kept }] of decisions.entries()) {
    const pile = kept ? 'kept' : 'let-go'
    lies.set(id, { pile, index: counts[pile]++, order })
  }
  return new Map([...lies, ...layOutTopPrints(prints.slice(decisions.length))])
}

/** Width and height of a print, relative to the width of a sample print. */
export type PrintSize = { width: number; height: number }
const SAMPLE_PRINT: PrintSize = { width: 1, height: 1.105 }

// Lengths in percent of the stage's width: a sample print at full size and the middle of all prints in the deck (deck.css), and the area of the
// spread prints, above which is a sentence.
const FULL_WIDTH = 56
const DECK_MIDDLE = 34.7
const AREA = { width: 98, height: 59, middle: 42 }
/** The gap between two prints, relative to their height. */
const GAP = 0.06
/** Angles in degrees at which prints lie that were put down by hand. */
const ANGLES = [-2, 1.5, -1, 2.5, -1.5, 1, 2, -2.5, 0.5]
/** The number of prints that are spread out. The browser keeps the pixels of each. */
const SPREAD_AT_MOST = 12
/** Time in which the prints are dealt, one after another. */
const DEAL_MS = 600

/**
 * Returns the positions once all prints are sorted: the last kept ones are spread out in rows of one height, none over another, or those that were
 * let go when none was kept. The transforms have the functions of those in print-positions.css.
 */
export function spreadKeptPrints(
  positions: ReadonlyMap<string, PrintPosition>,
  sizeOf = (_id: string): PrintSize => SAMPLE_PRINT,
): Map<string, PrintPosition> {
  const onPile = (pile: string) => [...positions].filter(([, position]) => position.pile === pile)
  const kept = onPile('kept')
  const prints = (kept.length > 0 ? kept : onPile('let-go'))
    .slice(-SPREAD_AT_MOST)
    .map(([id, position]) => ({ id, position, ...sizeOf(id) }))
  const { rows, height } = findHighestRows(prints)
  const spread = findUncoveredPrints(positions)
  for (const [index, row] of rows.entries()) {
    const y = AREA.middle + (index - (rows.length - 1) / 2) * height * (1 + GAP) - DECK_MIDDLE
    let left = (-height * measureRow(row)) / 2
    for (const print of row) {
      const scale = height / (FULL_WIDTH * print.height)
      const width = scale * FULL_WIDTH * print.width
      const place = `translate(${toPercent(left + width / 2, FULL_WIDTH)}, ${toPercent(y, FULL_WIDTH * SAMPLE_PRINT.height)})`
      const order = prints.indexOf(print)
      const transform = `${place} rotate(${ANGLES[order % ANGLES.length]}deg) scale(${scale.toFixed(3)})`
      const animationDelay = `${Math.round((DEAL_MS * order) / prints.length)}ms`
      spread.set(print.id, { ...print.position, style: { transform, animationDelay, opacity: 1 } })
      left += width + GAP * height
    }
  }
  return spread
}

/** Divides the prints into as many rows as make them about largest, which fills the area, and returns the rows with their height. */
function findHighestRows<Print extends PrintSize>(prints: readonly Print[]): { rows: Print[][]; height: number } {
  const divide = (count: number) => {
    const rows = divideIntoRows(prints, count)
    const widest = Math.max(...rows.map(measureRow))
    return { rows, height: Math.min(AREA.width / widest, AREA.height / (count + (count - 1) * GAP)) }
  }
  let best = divide(1)
  for (let count = 2; count <= prints.length; count += 1) {
    const next = divide(count)
    if (next.height < 0.9 * best.height) break
    best = next
  }
  return best
}

/** Divides the prints into rows of about the same width. */
function divideIntoRows<Print extends PrintSize>(prints: readonly Print[], count: number): Print[][] {
  const rows: Print[][] = Array.from({ length: count }, () => [])
  const all = prints.reduce((sum, { width, height }) => sum + width / height, 0)
  let before = 0
  for (const print of prints) {
    const shape = print.width / print.height
    rows[Math.floor((count * (before + shape / 2)) / all)]?.push(print)
    before += shape
  }
  return rows
}

/** Returns the width of a row relative to its height. */
function measureRow(row: readonly PrintSize[]): number {
  return row.reduce((sum, { width, height }) => sum + width / height, (row.length - 1) * GAP)
}

const toPercent = (length: number, of: number) => `${((100 * length) / of).toFixed(1)}%`

/** Number of positions in a pile (print-positions.css). The sixth print of a pile lies exactly on the first. */
const POSITIONS_IN_PILE = 5

/**
 * Returns the positions without the prints of the piles that later ones cover. A browser keeps the pixels of every picture that it shows, so
 * without this the memory would grow with every decision.
 */
export function findUncoveredPrints(positions: ReadonlyMap<string, PrintPosition>): Map<string, PrintPosition> {
  const sizes = { deck: 0, kept: 0, 'let-go': 0 }
  for (const { pile } of positions.values()) sizes[pile] += 1
  const isUncovered = ({ pile, index }: PrintPosition) => pile === 'deck' || index >= sizes[pile] - POSITIONS_IN_PILE
  return new Map([...positions].filter(([, position]) => isUncovered(position)))
}
