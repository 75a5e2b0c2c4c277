import { countDeckPiles, type DeckState, getTopPrint, type PrintDecision } from './deck-state.ts'

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

/** The longest time that the outcome says in seconds, and the longest that it says at all. */
const SECONDS_MAX = 120
const MINUTES_MAX = 20

/** Returns the sentence after the last print, such as "You kept 8 of 12 in 19 seconds." */
export function formatOutcome(decisions: readonly PrintDecision[]): string {
  const all = decisions.length
  const kept = decisions.filter((decision) => decision.kept).length
  const time = formatTime((decisions.at(-1)?.at ?? 0) - (decisions[0]?.at ?? 0))
  if (all === 1) return kept === 1 ? 'You kept it.' : 'You let it go.'
  if (kept === 0) return `You let all ${all} go${time}.`
  return `You kept ${kept === all ? `all ${all}` : `${kept} of ${all}`}${time}.`
}

/** Returns a remark for a visitor who kept all sample prints, none, or the one with the thumb in it; null for all others. */
export function formatChoiceNote(decisions: readonly PrintDecision[]): string | null {
  const kept = decisions.filter((decision) => decision.kept)
  if (kept.length === decisions.length) return 'All of them, thumb included.'
  if (kept.length === 0) return 'Not even the dog?'
  return kept.some(({ id }) => id === 'thumb') ? 'Uncle Rob will be pleased.' : null
}

function formatTime(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000))
  if (seconds <= SECONDS_MAX) return ` in ${seconds} second${seconds === 1 ? '' : 's'}`
  const minutes = Math.round(seconds / 60)
  return minutes <= MINUTES_MAX ? ` in ${minutes} minutes` : ', in your own time'
}
