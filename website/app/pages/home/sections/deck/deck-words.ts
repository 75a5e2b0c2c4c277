import { countDeckPiles, type DeckState, getTopPrint } from './deck-state.ts'

/**
 * Returns the screen reader announcement after a change of the deck: the action, the new top print, and the number of prints left. `describe`
 * returns the alt text of a print.
 */
export function formatDeckAnnouncement(
  deck: DeckState,
  done: 'decided' | 'undone',
  describe: (id: string) => string,
): string {
  const { kept, letGo, left } = countDeckPiles(deck)
  const outcome = done === 'undone' ? 'Undone.' : deck.decisions.at(-1)?.kept ? 'Kept.' : 'Let go.'
  const top = getTopPrint(deck)
  if (top === null) return `${outcome} No prints left: ${kept} kept, ${letGo} let go.`
  return `${outcome} Now: ${describe(top)} ${left} left.`
}
