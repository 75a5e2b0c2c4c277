import { SIGNUP_INSERT_ERRORS } from '@site/contract/errors'
import type { WelcomeMailRequest } from '@site/contract/notification'
import type { Signup } from '@site/contract/signup'
import * as v from 'valibot'
import { backendUrl, readPublishableKey } from './addresses.ts'
import { loadSupabaseClient } from './client.ts'

/**
 * Result of inserting a sign-up; `unanswered` means that no response arrived. `reason` is an error message to show to the visitor.
 * `mayConfirm` means that sign-ups must be confirmed: the taken address may be unconfirmed, and another confirmation mail can be requested.
 */
export type SignupInsertResult =
  | { kind: 'saved' }
  | { kind: 'taken'; reason: string; mayConfirm?: true }
  | { kind: 'limited' | 'screened' | 'invalid' | 'failed' | 'unanswered'; reason: string }

/** Inserts a sign-up into early_access_users. Never throws; an error is returned as a result. */
export async function insertSignup(row: Signup): Promise<SignupInsertResult> {
  try {
    const { error, status } = await sendRow(row)
    if (status === 0) return UNANSWERED // supabase-js returns status 0 after a network error
    return error ? mapErrorToSignupResult(error) : { kind: 'saved' }
  } catch {
    return UNANSWERED
  }
}

const errorSchema = v.object({ code: v.string(), message: v.string(), hint: v.nullish(v.string()) })

/** Sends the row without supabase-js when that cannot be loaded, because a buyer must be stored in any case. */
async function sendRow(row: Signup) {
  const client = await loadSupabaseClient().catch(() => null)
  if (client) return client.from('early_access_users').insert(row)
  const headers = { apikey: readPublishableKey(), 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(row) }
  const response = await fetch(`${backendUrl}/rest/v1/early_access_users`, sent)
  return { status: response.status, error: response.ok ? null : v.parse(errorSchema, await response.json()) }
}

const UNANSWERED: SignupInsertResult = { kind: 'unanswered', reason: SIGNUP_INSERT_ERRORS.failed }

/**
 * Maps the error code of a PostgREST response to a sign-up result. The code is an SQLSTATE (such as 23505), or `PT` with an HTTP status
 * (such as PT429) when our database raised the error.
 */
export function mapErrorToSignupResult(error: {
  code: string
  message: string
  hint?: string | null | undefined
}): SignupInsertResult {
  switch (error.code) {
    case '23505':
      // The error has a hint only while sign-ups must be confirmed, and then for every taken address (private.refuse_taken).
      return { kind: 'taken', reason: SIGNUP_INSERT_ERRORS.taken, ...(error.hint ? { mayConfirm: true } : {}) }
    case '23502':
      return { kind: 'failed', reason: SIGNUP_INSERT_ERRORS.missing }
    case '23514':
      return { kind: 'invalid', reason: error.message }
    case 'PT429':
      return { kind: 'limited', reason: error.message }
    case 'PT403':
      return { kind: 'screened', reason: error.message }
    default:
      return { kind: 'failed', reason: SIGNUP_INSERT_ERRORS.failed }
  }
}

/** Requests the welcome mail of a stored sign-up. Returns false when the request failed. */
export async function requestWelcomeMail(notice: WelcomeMailRequest): Promise<boolean> {
  try {
    const client = await loadSupabaseClient()
    const result: { error: unknown } = await client.functions.invoke('send-notifications', { body: notice })
    return !result.error
  } catch {
    return false
  }
}
