import type { SupabaseClient } from '@supabase/supabase-js'
import { loadSupabaseClient } from './client.ts'

/** Result of a call to the auth service: the response data, or the error, which is returned instead of thrown. */
export type AuthCallOutcome<T> = { ok: true; value: T } | { ok: false; error: unknown }

/** The auth client of supabase-js. */
export type SupabaseAuthClient = SupabaseClient['auth']

type AuthResponse = { data: unknown; error: unknown }

/** Type of the data in a successful response of supabase-js. */
type Data<R extends AuthResponse> = Extract<R, { error: null }>['data']

/** Loads supabase-js if needed and calls the auth service. Never throws: a network error is returned like any other error. */
export async function callAuth<R extends AuthResponse>(
  call: (auth: SupabaseAuthClient) => Promise<R>,
): Promise<AuthCallOutcome<Data<R>>> {
  try {
    const { auth } = await loadSupabaseClient()
    const response = await call(auth)
    return isSuccess(response) ? { ok: true, value: response.data } : { ok: false, error: response.error }
  } catch (error) {
    return { ok: false, error }
  }
}

function isSuccess<R extends AuthResponse>(response: R): response is Extract<R, { error: null }> {
  return response.error === null
}
