import { isDatabaseError } from '../database/port/errors.ts'
import type { Refusal } from '../http/errors.ts'
import { httpErrors } from '../http/http-errors.ts'
import { authErrors } from './errors.ts'
import { createValidationError } from './fields.ts'
import { DatabaseTriggerError } from './render-error.ts'

/** SQLSTATE codes of requests with text that JSON can express but PostgreSQL can't store, such as a NUL character or a lone surrogate. */
const UNSTORABLE_TEXT = ['22021', '22P05', '22P02']
/** SQLSTATE codes of a serialisation failure and a deadlock that persist after retries. They become a 503, after which auth-js retries. */
const TRANSACTION_CONFLICT = ['40001', '40P01']
/** SQLSTATE of a foreign key violation: the inserted row refers to an account that a concurrent request has deleted. */
const FOREIGN_KEY_VIOLATION = '23503'
const RAISE_EXCEPTION = 'P0001'

/** Converts an error of PostgreSQL to an HTTP error. Returns null for an unexpected error, which becomes a 500. */
export function translateDatabaseError(error: unknown): Refusal | null {
  if (!isDatabaseError(error)) return null
  if (UNSTORABLE_TEXT.includes(error.code)) {
    return createValidationError('The request holds a character that can not be stored', error)
  }
  if (TRANSACTION_CONFLICT.includes(error.code)) return httpErrors.databaseUnavailable({ cause: error })
  if (error.code === FOREIGN_KEY_VIOLATION) return authErrors.userNotFound({ cause: error })
  const raisedStatus = /^PT(\d{3})$/.exec(error.code)?.[1]
  if (raisedStatus === undefined && error.code !== RAISE_EXCEPTION) return null
  const { code, message, detail, hint } = error
  return new DatabaseTriggerError(
    { status: Number(raisedStatus ?? 500), code, message },
    { cause: error, details: detail, hint },
  )
}
