import type { ComponentType, CSSProperties } from 'react'
import type { PrintDecision } from './deck-state.ts'

/**
 * Position of a print. `index` is its depth in the deck (0 is on top) or its index in a pile; `order` is the stacking order (z-index).
 * `style` replaces the position that the style sheet gives to a print of that pile.
 */
export type PrintPosition = { pile: 'deck' | 'kept' | 'let-go'; index: number; order: number; style?: CSSProperties }

/** Data for rendering the deck; `spoken` is the screen reader announcement in its ARIA live region. */
export type DeckView = {
  lies: ReadonlyMap<string, PrintPosition>
  /** The decisions so far, oldest first. Not in the initial view. */
  decisions?: readonly PrintDecision[]
  kept: number
  letGo: number
  left: number
  pace: string | null
  spoken: string
  /** The alt text of the sample print on top. Not in the initial view, whose top print has FIRST_PRINT_ALT. */
  topAlt?: string
  /** What the stage and the tools below it show once all sample prints are sorted. Both are loaded with the interactive deck. */
  Ending?: ComponentType<{ view: DeckView }>
  EndingTools?: ComponentType<{ view: DeckView }>
  /** Shown in place of the row that offers to sort own photos. */
  Row?: ComponentType | undefined
}

/**
 * The prints of the hero's deck, top first. Four takes of one portrait come first, because they show why sorting is needed: in three of
 * them something went wrong. Two further prints are accidents.
 */
export const deckPrints = [
  'portrait-blink',
  'portrait-turned',
  'portrait-blurred',
  'portrait',
  'rings',
  'thumb',
  'dog-in-bow-tie',
  'first-dance',
  'floor',
  'sunset-walk',
  'confetti',
  'cake',
] as const

/** The alt text of the first print. The others are loaded with the interactive deck. */
export const FIRST_PRINT_ALT = 'The couple under the trees, her eyes closed. Penciled below: “she blinked”.'

/** Number of prints in the deck that are rendered. Any further prints would be hidden below these. */
const VISIBLE_PRINTS = 5

/** Returns the positions of the undecided prints that are rendered, top first. */
export function layOutTopPrints(undecided: readonly string[]): [string, PrintPosition][] {
  return undecided.slice(0, VISIBLE_PRINTS).map((id, index) => [id, { pile: 'deck', index, order: 0 }])
}

/** The view of the sample deck without decisions, for prerendering. */
export const initialDeckView: DeckView = {
  lies: new Map(layOutTopPrints(deckPrints)),
  kept: 0,
  letGo: 0,
  left: deckPrints.length,
  pace: null,
  spoken: '',
}
