import type { Context } from '../http/endpoint.ts'
import { outputNames } from './columns-sql.ts'
import { restErrors } from './errors.ts'
import { findTable } from './find.ts'
import { headerOf } from './header.ts'
import { type Form, parseAccept } from './parse-accept.ts'
import { type Preferences, parsePreferences } from './parse-preferences.ts'
import { parseQuery, type Query } from './parse-query.ts'
import { type Output, relationOf } from './rows-store.ts'
import { type Column, findColumn, type Table } from './schema.ts'
import { refuseCostlyQuery } from './visitor-bounds.ts'

/** What a request asks of one table, with every name in it found. */
export type RestRequest = {
  table: Table
  query: Query
  form: Form
  preferences: Preferences
  /** The names of the columns that come back. */
  names: string[]
}

/** What comes back of a change: the rows only when they were asked for, and in which order. */
export type Returning = { output: Output; order: Query['order'] }

/** Parses everything but the body. Refuses what cannot be parsed, what only operators may ask, and names that are not in the database. */
export async function parseRequest(
  context: Pick<Context<unknown, unknown>, 'request' | 'params' | 'caller' | 'services'>,
): Promise<RestRequest> {
  const { request, params, caller, services } = context
  const preferences = parsePreferences(headerOf(request, 'prefer'), caller)
  const form = parseAccept(request.headers.accept)
  const query = parseQuery(request.url)
  refuseCostlyQuery(query, caller)
  const table = await findTable(services.schema, params.table ?? '')
  const names = outputNames(relationOf(table), query.select)
  return { table, query, form, preferences, names }
}

/** What a change gives back. Refuses a window, which would be on the answer only and look as if it limited the change. */
export function returningOf({ query, form, preferences }: RestRequest): Returning {
  if (query.limit !== undefined || query.offset !== undefined) {
    throw restErrors.notImplemented({ details: 'A limit on a change is not available here.' })
  }
  return { output: preferences.returns === 'minimal' ? null : { select: query.select, form }, order: query.order }
}

/** Refuses a change of a whole table, as Supabase does: a filter that was forgotten would cost every row. */
export function requireConditions({ query }: RestRequest, verb: 'UPDATE' | 'DELETE'): void {
  if (query.conditions.length === 0) throw restErrors.unfiltered({ message: `${verb} requires a WHERE clause` })
}

/** The table's columns of these names. Refuses one that it does not have. */
export function findColumns(table: Table, names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = findColumn(table.columns, name)
    if (column !== null) return column
    throw restErrors.unknownField({
      message: `Could not find the '${name}' column of '${table.name}' in the schema cache`,
    })
  })
}

const textual = new Set(['text', 'character varying', 'character', 'citext', 'name'])
/** Types of one value, none of whose texts is a list or an object of JSON. */
const scalar = new Set([
  ...textual,
  ...[
    'boolean',
    'smallint',
    'integer',
    'bigint',
    'numeric',
    'real',
    'double precision',
    'uuid',
    'bytea',
    'date',
    'interval',
  ],
  ...['time', 'timestamp'].flatMap((type) => [`${type} with time zone`, `${type} without time zone`]),
])

/**
 * Refuses lists and objects where the table has one value, and true and false where it has text. The database would store
 * their JSON, which is never what was meant, or say at length that it can't. Numbers are let through: a house number is written as one.
 */
export function requirePlainValues(columns: readonly Column[], rows: readonly Record<string, unknown>[]): void {
  for (const { name, type } of columns.filter((column) => scalar.has(column.type))) {
    for (const row of rows) {
      const value = Object.hasOwn(row, name) ? row[name] : null
      const isPlain = value === null || typeof value !== 'object'
      if (isPlain && !(typeof value === 'boolean' && textual.has(type))) continue
      throw restErrors.wrongType({
        message: `column "${name}" is of type ${type} but the value is of type ${typeof value}`,
      })
    }
  }
}
