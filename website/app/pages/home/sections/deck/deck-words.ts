import { getPictureFile } from '../../../../pictures.ts'
import { countDeckPiles, type DeckState, getTopPrint } from './deck-state.ts'

/** Returns the screen reader announcement after a change of the deck: the action, the new top print, and the number of prints left. */
export function formatDeckAnnouncement(deck: DeckState, done: 'decided' | 'undone'): string {
  const { kept, letGo, left } = countDeckPiles(deck)
  const outcome = done === 'undone' ? 'Taken back.' : deck.decisions.at(-1)?.kept ? 'Kept.' : 'Let go.'
  const top = getTopPrint(deck)
  if (top === null) return `${outcome} No prints left: ${kept} kept, ${letGo} let go.`
  return `${outcome} Now: ${getPictureFile(top).alt} ${left} left.`
}
