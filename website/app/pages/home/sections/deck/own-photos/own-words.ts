import { PHOTOS_MAX } from './select-photos.ts'

/** Returns the note about photos that could not be opened, by name, and about photos beyond the maximum; null when there is nothing to say. */
export function formatSkippedNote(unreadable: readonly string[], tooMany: boolean): string | null {
  const [first, second] = unreadable
  const names = unreadable.map((name) => `“${name}”`).join(', ')
  const skipped =
    first === undefined
      ? []
      : second === undefined
        ? [`${names} can’t be opened in this browser, so it was skipped.`]
        : [`${unreadable.length} photos can’t be opened in this browser and were skipped: ${names}.`]
  const notes = [...(tooMany ? [`The first ${PHOTOS_MAX} are on the table.`] : []), ...skipped]
  return notes.length === 0 ? null : notes.join(' ')
}

/** Returns the heading after the last photo, such as "You kept 6 of 10." */
export function formatKeptHeading(kept: number, letGo: number): string {
  return kept + letGo === 0 ? 'None of these can be opened here.' : `You kept ${kept} of ${kept + letGo}.`
}

/** Returns the text file with the names of the photos that were kept and that were let go. */
export function formatPhotoList(kept: readonly string[], letGo: readonly string[]): string {
  const part = (title: string, names: readonly string[]) => [`${title} (${names.length})`, ...names].join('\r\n')
  return `${part('Kept', kept)}\r\n\r\n${part('Let go', letGo)}\r\n`
}
