import type { DeckState } from './deck-state.ts'

/** Where a print lies: its depth in the deck (0 is on top), or the pile it went to and which it is there. */
export type Lie = { pile: 'deck' | 'kept' | 'let-go'; index: number; order: number }

/** All that is drawn of a deck; `spoken` is for a live region. */
export type DeckView = {
  lies: ReadonlyMap<string, Lie>
  kept: number
  letGo: number
  left: number
  pace: string | null
  spoken: string
}

/** The prints of the hero, the one on top first: of twelve, three are there to be let go. */
export const deckPrints = [
  'first-look',
  'rings',
  'blurred',
  'dog-in-bow-tie',
  'first-dance',
  'closed-eyes',
  'sunset-walk',
  'newborns-feet',
  'thumb',
  'cake',
  'confetti',
  'mountains',
] as const

/** As many prints of the deck are seen; the rest would lie hidden below. */
const SEEN = 5

/** Where every print that is seen lies. */
export function liesOf({ prints, decisions }: DeckState): Map<string, Lie> {
  const lies = new Map<string, Lie>()
  const counts = { kept: 0, 'let-go': 0 }
  for (const [order, { id, kept }] of decisions.entries()) {
    const pile = kept ? 'kept' : 'let-go'
    lies.set(id, { pile, index: counts[pile]++, order })
  }
  const open = prints.slice(decisions.length, decisions.length + SEEN)
  for (const [index, id] of open.entries()) lies.set(id, { pile: 'deck', index, order: 0 })
  return lies
}

/** The deck before anybody touched it, as the page is prerendered. */
export const firstView: DeckView = {
  lies: liesOf({ prints: deckPrints, decisions: [] }),
  kept: 0,
  letGo: 0,
  left: deckPrints.length,
  pace: null,
  spoken: '',
}
