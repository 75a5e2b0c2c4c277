import { CommandFailure } from './failures.ts'

/** A cursor for keyset pagination of a list that is sorted by a time and then by id: both values of the last row of the previous page. */
export type RowCursor = { at: string; id: string }

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.+Z-]{8,24}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * Parses the option `--after`: the time and the id of the last row of the previous page, separated by a space. Returns null without the
 * option. Throws a `usage` CommandFailure for any other format. `noun` names the row in the message.
 */
export function parseRowCursor(text: string | undefined, noun: string): RowCursor | null {
  if (text === undefined) return null
  const [, at, id] = CURSOR.exec(text) ?? []
  if (at === undefined || id === undefined) {
    throw new CommandFailure('usage', `--after is the time and the id of a ${noun}, as --json prints them.`)
  }
  return { at, id }
}

/** Formats the cursor behind a row, as `parseRowCursor` parses it. */
export function formatRowCursor(at: string | null, id: string): string {
  return `${at} ${id}`
}

/** The text in place of an empty page that is not the first: the rows that it had may have changed since. */
export const NOTHING_FOLLOWS = 'Nothing follows that row.'
