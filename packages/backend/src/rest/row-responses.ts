import * as v from 'valibot'
import type { EndpointResponse } from '../http/endpoint-response.ts'
import { formatRowsAsCsv } from './csv.ts'
import { restErrors } from './errors.ts'
import type { ResponseFormat } from './parse/parse-accept.ts'
import type { RequestPreferences } from './parse/parse-preferences.ts'
import type { RowRange } from './parse/parse-range.ts'
import type { RestRequest } from './rest-request.ts'
import type { StatementResult } from './sql/rows-store.ts'

const cells = v.pipe(v.string(), v.parseJson(), v.array(v.array(v.nullable(v.string()))))

type RequestedFormat = Pick<RestRequest, 'form' | 'preferences' | 'names'>

/**
 * Builds the response to a query of rows: the rows, a `Content-Range` header, and status 206 when there are more rows. Throws 416 when the
 * offset is beyond the last row.
 */
export function respondWithRows(result: StatementResult, range: RowRange, asked: RequestedFormat): EndpointResponse {
  const { count, total } = result
  if (total !== null && range.offset > total) {
    const details = `An offset of ${range.offset} was requested, but there are only ${total} rows.`
    throw restErrors.badRange({ details })
  }
  requireSingleRow(asked.form, count)
  return {
    status: total !== null && count < total ? 206 : 200,
    body: bodyOf(result, asked),
    headers: headersOf(asked, `${formatRowSpan(range.offset, count)}/${total ?? '*'}`),
  }
}

/** Builds the response to an insert, update or delete: the rows for `Prefer: return=representation`, otherwise no body. */
export function respondToWrite(
  result: StatementResult,
  asked: RequestedFormat,
  how: { withRows: number; without: number; span: string },
): EndpointResponse {
  const headers = headersOf(asked, `${how.span}/${asked.preferences.count ? result.count : '*'}`)
  if (asked.preferences.returns === 'representation') {
    return { status: how.withRows, body: bodyOf(result, asked), headers }
  }
  const { 'content-type': _, ...others } = headers
  return { status: how.without, headers: others }
}

/** Formats the range of rows for `Content-Range`, such as `0-9`; `*` when there are none. */
export function formatRowSpan(offset: number, count: number): string {
  return count === 0 ? '*' : `${offset}-${offset + count - 1}`
}

/**
 * Throws 406 when a single object was requested and the result is not exactly one row. Thrown inside a transaction, the error rolls back
 * the change.
 */
export function requireSingleRow(form: ResponseFormat, count: number): void {
  if (form.shape !== 'object' || count === 1) return
  throw restErrors.notSingle({ details: `The result contains ${count} rows` })
}

/** Throws when a change affects more rows than the preference `max-affected` allows. The error rolls back the change. */
export function enforceMaxAffectedRows(preferences: RequestPreferences, count: number): void {
  if (preferences.maxAffected === null || count <= preferences.maxAffected) return
  throw restErrors.tooManyAffected({ details: `The query affects ${count} rows` })
}

function bodyOf({ body }: StatementResult, { form, names }: RequestedFormat): string {
  if (form.shape === 'csv') return formatRowsAsCsv(names, v.parse(cells, body))
  // For a single object, the database returned a JSON array with exactly one element; `slice` removes the array's brackets.
  return form.shape === 'object' ? body.slice(1, -1) : body
}

function headersOf({ form, preferences }: RequestedFormat, contentRange: string): Record<string, string> {
  const { applied } = preferences
  return {
    'content-type': form.type,
    'content-range': contentRange,
    'cache-control': 'no-store',
    ...(applied.length > 0 ? { 'preference-applied': applied.join(', ') } : {}),
  }
}
