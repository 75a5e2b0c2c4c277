import type { EndpointContext } from '../http/endpoint.ts'
import { restErrors } from './errors.ts'
import { findTable } from './find.ts'
import { parseAcceptHeader, type ResponseFormat } from './parse/parse-accept.ts'
import { parsePreferHeader, type RequestPreferences } from './parse/parse-preferences.ts'
import { type ParsedRestQuery, parseRestQuery } from './parse/parse-query.ts'
import { rejectCostlyQuery } from './query-cost-limits.ts'
import { readRequestHeader } from './request-header.ts'
import { type ExposedTable, findSchemaColumn, type SchemaColumn } from './schema.ts'
import { listOutputColumnNames } from './sql/columns-sql.ts'
import { type RequestedOutput, toSqlRelation } from './sql/rows-store.ts'

/** A parsed request of the data API to one table. */
export type RestRequest = {
  table: ExposedTable
  query: ParsedRestQuery
  form: ResponseFormat
  preferences: RequestPreferences
  /** The names of the columns in the response, in order. */
  names: string[]
}

/** What an insert, update or delete returns: the columns and their format, or null for no rows, and the order of the rows. */
export type ReturnedColumns = { output: RequestedOutput; order: ParsedRestQuery['order'] }

/** Parses a request except its body. Throws for invalid syntax, unknown tables, and queries that only the secret key may run. */
export async function parseRestRequest(
  context: Pick<EndpointContext<unknown, unknown>, 'request' | 'params' | 'caller' | 'services'>,
): Promise<RestRequest> {
  const { request, params, caller, services } = context
  const preferences = parsePreferHeader(readRequestHeader(request, 'prefer'), caller)
  const form = parseAcceptHeader(request.headers.accept)
  const query = parseRestQuery(request.url)
  rejectCostlyQuery(query, caller)
  const table = await findTable(services.schema, params.table ?? '')
  const names = listOutputColumnNames(toSqlRelation(table), query.select)
  return { table, query, form, preferences, names }
}

/**
 * Returns the output that an insert, update or delete request asks for. Throws for `limit` and `offset`: they would apply only to the
 * response, although they seem to limit the change.
 */
export function parseReturnedColumns({ query, form, preferences }: RestRequest): ReturnedColumns {
  if (query.limit !== undefined || query.offset !== undefined) {
    throw restErrors.notImplemented({ details: 'A limit on a change is not available here.' })
  }
  return { output: preferences.returns === 'minimal' ? null : { select: query.select, form }, order: query.order }
}

/** Throws for an update or delete without a filter, as Supabase does, because a forgotten filter would change every row. */
export function requireRowFilter({ query }: RestRequest, verb: 'UPDATE' | 'DELETE'): void {
  if (query.conditions.length === 0) throw restErrors.unfiltered({ message: `${verb} requires a WHERE clause` })
}

/** Returns the columns of a table with the given names. Throws for an unknown name. */
export function requireTableColumns(table: ExposedTable, names: readonly string[]): SchemaColumn[] {
  return names.map((name) => {
    const column = findSchemaColumn(table.columns, name)
    if (column !== null) return column
    throw restErrors.unknownField({
      message: `Could not find the '${name}' column of '${table.name}' in the schema cache`,
    })
  })
}

const textual = new Set(['text', 'character varying', 'character', 'citext', 'name'])
/** The PostgreSQL types whose text form is never a JSON array or object. */
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
 * Throws for an array or object in a scalar column, and for a boolean in a text column. The database would store the JSON text of the
 * value, or fail with a long error message. Numbers are accepted for text columns, for example as a house number.
 */
export function requireScalarValues(columns: readonly SchemaColumn[], rows: readonly Record<string, unknown>[]): void {
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
