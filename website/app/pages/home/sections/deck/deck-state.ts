/** What somebody did with one print, and when (milliseconds of any steady clock). */
export type Decision = { id: string; kept: boolean; at: number }

/** A pile of prints and what was decided so far, oldest first. The prints not yet decided follow in their order. */
export type DeckState = { prints: readonly string[]; decisions: readonly Decision[] }

/** A deck nobody has touched. */
export function newDeck(prints: readonly string[]): DeckState {
  return { prints, decisions: [] }
}

/** The print on top, or null when every one is decided. */
export function topPrint({ prints, decisions }: DeckState): string | null {
  return prints[decisions.length] ?? null
}

/** Keeps the top print or lets it go. With none left nothing changes. */
export function decide(deck: DeckState, kept: boolean, at: number): DeckState {
  const id = topPrint(deck)
  return id === null ? deck : { ...deck, decisions: [...deck.decisions, { id, kept, at }] }
}

/** Takes the last decision back; its print lies on top again. */
export function undo(deck: DeckState): DeckState {
  return { ...deck, decisions: deck.decisions.slice(0, -1) }
}

/** How many were kept, let go, and are left. The three always make up the whole deck. */
export function countPiles({ prints, decisions }: DeckState): { kept: number; letGo: number; left: number } {
  const kept = decisions.filter((decision) => decision.kept).length
  return { kept, letGo: decisions.length - kept, left: prints.length - decisions.length }
}
