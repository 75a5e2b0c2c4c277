/** The decision about one print, and its time (milliseconds of a monotonic clock). */
export type Decision = { id: string; kept: boolean; at: number }

/** The prints of the deck in order, and the decisions so far, oldest first: the nth decision is about the nth print. */
export type DeckState = { prints: readonly string[]; decisions: readonly Decision[] }

/** Returns a deck without decisions. */
export function newDeck(prints: readonly string[]): DeckState {
  return { prints, decisions: [] }
}

/** Returns the print on top, or null when all are decided. */
export function topPrint({ prints, decisions }: DeckState): string | null {
  return prints[decisions.length] ?? null
}

/** Returns the deck after a decision about the top print; the same deck when none is left. */
export function decide(deck: DeckState, kept: boolean, at: number): DeckState {
  const id = topPrint(deck)
  return id === null ? deck : { ...deck, decisions: [...deck.decisions, { id, kept, at }] }
}

/** Returns the deck without its last decision. */
export function undo(deck: DeckState): DeckState {
  return { ...deck, decisions: deck.decisions.slice(0, -1) }
}

/** Returns how many prints are kept, let go and left. */
export function countPiles({ prints, decisions }: DeckState): { kept: number; letGo: number; left: number } {
  const kept = decisions.filter((decision) => decision.kept).length
  return { kept, letGo: decisions.length - kept, left: prints.length - decisions.length }
}
