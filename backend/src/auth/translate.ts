import { isDatabaseError } from '../database/errors.ts'
import type { Refusal } from '../http/errors.ts'
import { httpErrors } from '../http/http-errors.ts'
import { authErrors } from './errors.ts'
import { invalid } from './fields.ts'
import { TriggerRefusal } from './render-error.ts'

/** Strings that JSON can express and PostgreSQL can't store: the NUL character and lone surrogates. */
const UNSTORABLE_TEXT = ['22021', '22P05', '22P02']
/** Conflict of concurrent transactions and deadlock, after the transaction's own retries. auth-js retries after a 503. */
const TRANSACTION_CONFLICT = ['40001', '40P01']
/** A row was inserted for an account that another request has deleted. */
const FOREIGN_KEY_VIOLATION = '23503'
const RAISE_EXCEPTION = 'P0001'

/** Returns the response to an error of PostgreSQL, or null for an unexpected error, which becomes a 500. */
export function translateDatabaseError(error: unknown): Refusal | null {
  if (!isDatabaseError(error)) return null
  if (UNSTORABLE_TEXT.includes(error.code)) {
    return invalid('The request holds a character that can not be stored', error)
  }
  if (TRANSACTION_CONFLICT.includes(error.code)) return httpErrors.databaseUnavailable({ cause: error })
  if (error.code === FOREIGN_KEY_VIOLATION) return authErrors.userNotFound({ cause: error })
  const raisedStatus = /^PT(\d{3})$/.exec(error.code)?.[1]
  if (raisedStatus === undefined && error.code !== RAISE_EXCEPTION) return null
  const { code, message, detail, hint } = error
  return new TriggerRefusal(
    { status: Number(raisedStatus ?? 500), code, message },
    { cause: error, details: detail, hint },
  )
}
