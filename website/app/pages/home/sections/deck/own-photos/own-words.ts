import type { PrintProblem } from './print-image.ts'
import { PHOTOS_MAX } from './select-photos.ts'

/** A photo without a print, and why. */
export type UnreadablePhoto = { name: string; problem: PrintProblem }

/** What is said about photos that were skipped, after the name of one or the number of several. */
const REASONS: Record<PrintProblem, readonly [one: string, several: string]> = {
  undecodable: ['won’t open in this browser', 'won’t open in this browser'],
  unreachable: ['can’t be read any more. Did it move?', 'can’t be read any more. Did they move?'],
  memory: ['is too large for this browser', 'are too large for this browser'],
}

const HEIC = /\.hei[cf]$/i

/** Number of photos that are named; of more, only their number is said. */
const NAMES_MAX = 3

/** Returns the note about photos that were skipped, by name and reason, and about photos beyond the maximum; null when there is nothing to say. */
export function formatSkippedNote(unreadable: readonly UnreadablePhoto[], tooMany: boolean): string | null {
  const notes = tooMany ? [`The first ${PHOTOS_MAX} are on the table.`] : []
  for (const [problem, [one, several]] of Object.entries(REASONS)) {
    const names = unreadable.filter((photo) => photo.problem === problem).map(({ name }) => name)
    if (names.length === 0) continue
    const who = names.length <= NAMES_MAX ? formatNames(names) : `${names.length} photos`
    const said = `${who} ${names.length === 1 ? one : several}`
    notes.push(said.endsWith('?') ? said : `${said}.`)
    if (problem === 'undecodable' && names.some((name) => HEIC.test(name))) notes.push('JPEGs always do.')
  }
  return notes.length === 0 ? null : notes.join(' ')
}

/** Returns the names as "“a”, “b” and “c”". */
function formatNames(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`)
  const last = quoted.at(-1) ?? ''
  return quoted.length === 1 ? last : `${quoted.slice(0, -1).join(', ')} and ${last}`
}

/** Returns the text file with the names of the photos that were kept and that were let go. */
export function formatPhotoList(kept: readonly string[], letGo: readonly string[]): string {
  const part = (title: string, names: readonly string[]) => [`${title} (${names.length})`, ...names].join('\r\n')
  return `${part('Kept', kept)}\r\n\r\n${part('Let go', letGo)}\r\n`
}
