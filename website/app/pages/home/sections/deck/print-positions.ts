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

/** How far the outer prints of the fan lie from its middle, in percent of a print's width, and how far each print from the next at most. */
const FAN_REACH = 62
const FAN_STEP = 34

/**
 * Returns the positions once all prints are sorted: the kept ones are fanned out, like cards in a hand, or those that were let go when none
 * was kept. The transforms have the functions of those in print-positions.css.
 */
export function fanOutKeptPrints(positions: ReadonlyMap<string, PrintPosition>): Map<string, PrintPosition> {
  const onPile = (pile: string) => [...positions].filter(([, position]) => position.pile === pile)
  const kept = onPile('kept')
  const fan = kept.length > 0 ? kept : onPile('let-go')
  const last = fan.length - 1
  const step = last > 0 ? Math.min(FAN_STEP, (2 * FAN_REACH) / last) : 0
  const scale = fan.length > 5 ? 0.58 : 0.64
  const fanned = fan.map(([id, position], index): [string, PrintPosition] => {
    const x = (index - last / 2) * step
    const side = x / FAN_REACH
    const place = `translate(${x.toFixed(1)}%, ${(14 + 9 * side ** 2).toFixed(1)}%)`
    const transform = `${place} rotate(${(15 * side).toFixed(1)}deg) scale(${scale})`
    return [id, { ...position, style: { transform, opacity: 1 } }]
  })
  return new Map([...positions, ...fanned])
}
