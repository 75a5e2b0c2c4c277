import { loadSupabaseClient } from './client.ts'

/**
 * Result of confirming a sign-up. `unknown`: the link expired or never existed. `limited`: the rate limit is reached. `failed`: no
 * response, or an unexpected one.
 */
export type ConfirmationResult = 'confirmed' | 'already_confirmed' | 'unknown' | 'limited' | 'failed'

/** Confirms the sign-up that the secret of a confirmation link belongs to. Idempotent, so that it can be retried. Never throws. */
export async function confirmSignup(token: string): Promise<ConfirmationResult> {
  try {
    const client = await loadSupabaseClient()
    const answer: RpcAnswer = await client.rpc('confirm_signup', { token })
    return parseConfirmationResult(answer)
  } catch {
    return 'failed'
  }
}

/** The response of `rpc` in supabase-js, not yet validated. */
export type RpcAnswer = { data: unknown; error: { code: string } | null }

/** Converts the response of the database function `confirm_signup` to a result. */
export function parseConfirmationResult({ data, error }: RpcAnswer): ConfirmationResult {
  if (error) return error.code === 'PT429' ? 'limited' : 'failed'
  return data === 'confirmed' || data === 'already_confirmed' || data === 'unknown' ? data : 'failed'
}

/** Maximum time that a stored sign-up waits for the answer whether it must be confirmed. */
const MAX_WAIT_MS = 3_000

/**
 * Returns whether free sign-ups must be confirmed by a link in a mail. Returns false when there is no answer, because a sign-up counts at
 * once by default. Never throws.
 */
export async function fetchMustConfirm(): Promise<boolean> {
  try {
    const client = await loadSupabaseClient()
    const asked = client.rpc('must_confirm_signup')
    const late = new Promise<RpcAnswer>((resolve) => setTimeout(resolve, MAX_WAIT_MS, { data: null, error: null }))
    const { data } = await Promise.race<RpcAnswer>([asked, late])
    return data === true
  } catch {
    return false
  }
}
