import { REGISTRATION_ERRORS } from '@site/contract/errors'
import type { Notification } from '@site/contract/notification'
import type { Signup } from '@site/contract/signup'
import { loadClient } from './client.ts'

/** What became of a sign-up, `unanswered` when no answer came to it. `reason` is a sentence for the visitor. */
export type SignupResult =
  | { kind: 'saved' }
  | { kind: 'taken' | 'limited' | 'screened' | 'invalid' | 'failed' | 'unanswered'; reason: string }

/** Stores a sign-up. Never throws: every refusal and every failure is a result with its sentence. */
export async function insertSignup(row: Signup): Promise<SignupResult> {
  try {
    const client = await loadClient()
    const { error, status } = await client.from('early_access_users').insert(row)
    if (status === 0) return UNANSWERED // what supabase-js says when the request failed
    return error ? resultOfError(error) : { kind: 'saved' }
  } catch {
    return UNANSWERED
  }
}

const UNANSWERED: SignupResult = { kind: 'unanswered', reason: REGISTRATION_ERRORS.failed }

/** Maps the database's answer (PostgREST's `code`, or our server's PT codes) to what the visitor is told. */
export function resultOfError(error: { code: string; message: string }): SignupResult {
  switch (error.code) {
    case '23505':
      return { kind: 'taken', reason: REGISTRATION_ERRORS.taken }
    case '23502':
      return { kind: 'failed', reason: REGISTRATION_ERRORS.missing }
    case '23514':
      return { kind: 'invalid', reason: error.message }
    case 'PT429':
      return { kind: 'limited', reason: error.message }
    case 'PT403':
      return { kind: 'screened', reason: error.message }
    default:
      return { kind: 'failed', reason: REGISTRATION_ERRORS.failed }
  }
}

/** Asks for the welcome mail. False when it could not be asked for; the sign-up stands either way. */
export async function sendWelcome(notice: Notification): Promise<boolean> {
  try {
    const client = await loadClient()
    const answer: { error: unknown } = await client.functions.invoke('send-notifications', { body: notice })
    return !answer.error
  } catch {
    return false
  }
}
