import type { Session } from '@supabase/supabase-js'

/**
 * Whether a session still lacks its second step: the account has a second factor, and this session was opened without
 * it. Until then its owner does not count as signed in.
 */
export function awaitsSecondFactor(session: Session | null): boolean {
  return session?.user.factors?.some(({ status }) => status === 'verified') === true && levelOf(session) === 'aal1'
}

/** The assurance level in the access token; the token is only read, the service is who checks it. */
function levelOf({ access_token }: Session): unknown {
  const [, payload = ''] = access_token.split('.')
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null && 'aal' in claims ? claims.aal : null
  } catch {
    return null
  }
}
