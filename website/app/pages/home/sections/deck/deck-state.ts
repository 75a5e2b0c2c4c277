/** The visitor's decision to keep a photo print or let it go, with its time (milliseconds of a monotonic clock). */
export type PrintDecision = { id: string; kept: boolean; at: number }

/** State of the hero's deck: the photo prints in order, and the decisions so far, oldest first. The nth decision is about the nth print. */
export type DeckState = { prints: readonly string[]; decisions: readonly PrintDecision[] }

/** Returns the state of a new deck, without decisions. */
export function createDeck(prints: readonly string[]): DeckState {
  return { prints, decisions: [] }
}

/** Returns the print on top of the deck, or null when the visitor has decided about all prints. */
export function getTopPrint({ prints, decisions }: DeckState): string | null {
  return prints[decisions.length] ?? null
}

/** Returns the deck after a decision about its top print. Returns the same deck when no print is left. */
export function decideTopPrint(deck: DeckState, kept: boolean, at: number): DeckState {
  const id = getTopPrint(deck)
  return id === null ? deck : { ...deck, decisions: [...deck.decisions, { id, kept, at }] }
}

/** Returns the deck without its last decision. */
export function undoLastDecision(deck: DeckState): DeckState {
  return { ...deck, decisions: deck.decisions.slice(0, -1) }
}

/** Returns the deck without a print that cannot be shown, and without the decision about it. */
export function removePrint({ prints, decisions }: DeckState, id: string): DeckState {
  return {
    prints: prints.filter((print) => print !== id),
    decisions: decisions.filter((decision) => decision.id !== id),
  }
}

/** Returns the number of prints that were kept, that were let go, and that are left in the deck. */
export function countDeckPiles({ prints, decisions }: DeckState): { kept: number; letGo: number; left: number } {
  const kept = decisions.filter((decision) => decision.kept).length
  return { kept, letGo: decisions.length - kept, left: prints.length - decisions.length }
}
