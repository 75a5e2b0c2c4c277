import { CommandFailure } from './failures.ts'
import type { SiteClient } from './site.ts'

/** The most rows of a page. One row more has to fit into a response of the data API, which has at most 1000 rows on Supabase. */
const MOST_ROWS = 500

/** What a list that was cut off leaves out: the value of `--after` that continues it, or null when the command has no such option. */
export type ListRest = { after: string | null }

/** Returns the option `--limit` of a command that lists rows: by default this many, and at most `most`. */
export function limitOption(rows: number, most = MOST_ROWS) {
  return { limit: { type: 'number', value: 'N', help: `how many (${rows})`, least: 1, most, otherwise: rows } } as const
}

/** The option `--after` of a list that is sorted by number, the highest first. */
export const NUMBER_CURSOR = { type: 'number', value: 'NUMBER', least: 1, most: 999_999_999_999 } as const

type PageRequest<Row> = {
  /** The value of `--limit`. */
  limit: number
  /** Returns at most `most` rows. */
  read: (most: number) => PromiseLike<readonly Row[]>
  /** Returns the value of `--after` for the page that follows this row. */
  toCursor?: (row: Row) => string
}

/** Reads a page of a list. Reads one row more than it returns, so that it knows whether the list goes on. */
export async function readListPage<Row>(
  request: PageRequest<Row>,
): Promise<{ rows: readonly Row[]; rest: ListRest | null }> {
  const { limit, read, toCursor } = request
  const found = await read(limit + 1)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (found.length <= limit || last === undefined) return { rows, rest: null }
  return { rows, rest: { after: toCursor?.(last) ?? null } }
}

/** Returns the first `most` items. */
export async function takeFirst<Item>(items: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const taken: Item[] = []
  for await (const item of items) {
    taken.push(item)
    if (taken.length === most) break
  }
  return taken
}

/** Returns the sentence that the command line prints when a list was cut off: how to see the rest. */
export function describeListRest({ after }: ListRest): string {
  const further = after === null ? '' : `, or what follows with --after "${after}"`
  return `There are more: see them with a higher --limit${further}.`
}

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

type RowQuery = ReturnType<ReturnType<SiteClient['client']['from']>['select']>

/**
 * Sorts rows by the time in a column and then by id, and selects those that follow the row `after`. There is an index in this order where the
 * table may have a million rows.
 */
export function selectFollowing<Query extends RowQuery>(
  rows: Query,
  { column, ascending }: { column: string; ascending: boolean },
  after: RowCursor | null,
): Query {
  const sorted = rows.order(column, { ascending }).order('id')
  if (after === null) return sorted
  const { at, id } = after
  const following = `${column}.${ascending ? 'gt' : 'lt'}."${at}",and(${column}.eq."${at}",id.gt.${id})`
  // The second condition implies the first, but PostgreSQL can start an index scan only at the first.
  return (ascending ? sorted.gte(column, at) : sorted.lte(column, at)).or(following)
}
