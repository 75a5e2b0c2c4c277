import type { Caller } from '../database/port/database.ts'
import type { DatabaseError } from '../database/port/errors.ts'
import { Refusal } from '../http/errors.ts'
import { httpErrors } from '../http/http-errors.ts'
import { restErrors } from './errors.ts'

/** HTTP statuses by SQLSTATE, or by its two-character class, as in PostgREST's documentation. */
const statuses = new Map([
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 503],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53', 503],
  ['53400', 500],
  ['54', 413],
  ['55', 500],
  ['57', 500],
  ['57P01', 503],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['XX', 500],
])

const INSUFFICIENT_PRIVILEGE = '42501'

/** PostgreSQL's message for a text search with more than 32 nested operators, which has the SQLSTATE of an internal error. */
const NESTED_SEARCH = 'tsquery stack too small'

/**
 * Converts a database error to the error response that PostgREST would return: the SQLSTATE as code, with message, details and hint.
 * `PTxyz`, raised by our own SQL, sets status xyz. Any other 5xx gets a generic message, so that no internals leak.
 */
export function convertDatabaseError(error: DatabaseError, caller: Caller): Refusal {
  if (error.message === NESTED_SEARCH) return restErrors.tooMany({ cause: error })
  const status = getSqlStateHttpStatus(error.code, caller)
  if (status >= 500 && !error.code.startsWith('PT')) return httpErrors.internal({ cause: error })
  const problem = { status, code: error.code, message: error.message }
  return new Refusal(problem, { cause: error, details: error.detail, hint: error.hint })
}

/** Returns the HTTP status for a SQLSTATE. A missing privilege is 401 for an anonymous caller, who could sign in, and 403 for other callers. */
export function getSqlStateHttpStatus(code: string, caller: Caller): number {
  if (code === INSUFFICIENT_PRIVILEGE) return caller.role === 'anon' ? 401 : 403
  const asked = /^PT([2-5]\d\d)$/.exec(code)?.[1]
  if (asked !== undefined) return Number(asked)
  return statuses.get(code) ?? statuses.get(code.slice(0, 2)) ?? 400
}
