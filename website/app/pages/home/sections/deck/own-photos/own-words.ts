import type { DeckView } from '../deck-view.ts'
import type { PrintProblem } from './print-problem.ts'
import { PHOTOS_MAX } from './select-photos.ts'

/** A photo without a print, and why. */
export type UnreadablePhoto = { name: string; problem: PrintProblem }

/** The end of the sentence about photos that were skipped, for one photo and for several. */
const REASONS: Record<PrintProblem, readonly [one: string, several: string]> = {
  undecodable: [
    'can’t be opened in this browser, so it was skipped.',
    'can’t be opened in this browser and were skipped',
  ],
  unreachable: [
    'can’t be read any more, so it was skipped. Has the file moved?',
    'can’t be read any more and were skipped; the files may have moved',
  ],
  memory: [
    'needs more memory than this browser has left, so it was skipped.',
    'need more memory than this browser has left and were skipped',
  ],
}

/** Returns the note about photos that were skipped, by name and reason, and about photos beyond the maximum; null when there is nothing to say. */
export function formatSkippedNote(unreadable: readonly UnreadablePhoto[], tooMany: boolean): string | null {
  const notes = tooMany ? [`The first ${PHOTOS_MAX} are on the table.`] : []
  for (const [problem, [one, several]] of Object.entries(REASONS)) {
    const names = unreadable.filter((photo) => photo.problem === problem).map(({ name }) => `“${name}”`)
    if (names.length === 1) notes.push(`${names[0]} ${one}`)
    if (names.length > 1) notes.push(`${names.length} photos ${several}: ${names.join(', ')}.`)
  }
  return notes.length === 0 ? null : notes.join(' ')
}

type Outcome = Pick<DeckView, 'kept' | 'letGo' | 'pace'>

/** Returns what is said after the last photo, such as "You kept 6 of 10. At your pace, 2,000 photos take 41 minutes." */
export function formatOutcome({ kept, letGo, pace }: Outcome): string {
  if (kept + letGo === 0) return 'None of these can be opened here.'
  const outcome = `You kept ${kept} of ${kept + letGo}.`
  return pace === null ? outcome : `${outcome} ${pace}`
}

/** Returns the text file with the names of the photos that were kept and that were let go. */
export function formatPhotoList(kept: readonly string[], letGo: readonly string[]): string {
  const part = (title: string, names: readonly string[]) => [`${title} (${names.length})`, ...names].join('\r\n')
  return `${part('Kept', kept)}\r\n\r\n${part('Let go', letGo)}\r\n`
}
