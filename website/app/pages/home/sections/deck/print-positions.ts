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
