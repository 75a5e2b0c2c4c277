import type { Session } from '@supabase/supabase-js'

/**
 * Returns whether a session still needs its second factor: the account has a verified factor, and the session has the assurance level
 * `aal1`. Until then the visitor does not count as signed in.
 */
export function needsSecondFactor(session: Session | null): boolean {
  return session?.user.factors?.some(({ status }) => status === 'verified') === true && levelOf(session) === 'aal1'
}

/** Reads the assurance level (claim `aal`) from the access token. Does not verify the token's signature, because the auth service does. */
function levelOf({ access_token }: Session): unknown {
  const [, payload = ''] = access_token.split('.')
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null && 'aal' in claims ? claims.aal : null
  } catch {
    return null
  }
}
