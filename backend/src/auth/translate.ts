import { isDatabaseError } from '../database/errors.ts'
import type { Refusal } from '../http/errors.ts'
import { httpErrors } from '../http/http-errors.ts'
import { authErrors } from './errors.ts'
import { invalid } from './fields.ts'
import { TriggerRefusal } from './render-error.ts'

/** Texts that JSON can write and PostgreSQL can't keep: the NUL character and halves of a surrogate pair. */
const UNKEEPABLE = ['22021', '22P05', '22P02']
/** Two changes that waited for each other, again and again; auth-js tries again after a 503. */
const COLLIDED = ['40001', '40P01']
/** Something was added to an account that was deleted meanwhile. */
const ORPHANED = '23503'
const RAISED = 'P0001'

/** What PostgreSQL refuses within the auth service; null for a fault of ours. */
export function translateDatabaseError(error: unknown): Refusal | null {
  if (!isDatabaseError(error)) return null
  if (UNKEEPABLE.includes(error.code)) {
    return invalid('The request holds a character that can not be stored', error)
  }
  if (COLLIDED.includes(error.code)) return httpErrors.databaseUnavailable({ cause: error })
  if (error.code === ORPHANED) return authErrors.userNotFound({ cause: error })
  const asked = /^PT(\d{3})$/.exec(error.code)?.[1]
  if (asked === undefined && error.code !== RAISED) return null
  const { code, message, detail, hint } = error
  return new TriggerRefusal({ status: Number(asked ?? 500), code, message }, { cause: error, details: detail, hint })
}
