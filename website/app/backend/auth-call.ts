import type { SupabaseClient } from '@supabase/supabase-js'
import { loadClient } from './client.ts'

/** What a call of the auth service came to: its answer, or the error, handed back and never thrown. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown }

/** The part of supabase-js that knows who is signed in. */
export type Auth = SupabaseClient['auth']

type Answer = { data: unknown; error: unknown }

/** What a call answers when nothing went wrong. */
type Value<A extends Answer> = Extract<A, { error: null }>['data']

/** Fetches supabase-js if need be and makes a call. Never throws: a network that is gone is an outcome like any other. */
export async function callAuth<A extends Answer>(call: (auth: Auth) => Promise<A>): Promise<Outcome<Value<A>>> {
  try {
    const { auth } = await loadClient()
    const answer = await call(auth)
    return isDone(answer) ? { ok: true, value: answer.data } : { ok: false, error: answer.error }
  } catch (error) {
    return { ok: false, error }
  }
}

function isDone<A extends Answer>(answer: A): answer is Extract<A, { error: null }> {
  return answer.error === null
}
