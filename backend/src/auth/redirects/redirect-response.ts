import type { Answer } from '../../http/answer.ts'
import type { Refusal } from '../../http/errors.ts'
import { OAuthRefusal } from '../render-error.ts'

type Parameters = Record<string, string>

/** Where to put parameters: in the fragment, which is not sent to servers, unless a client reads only the query. */
type Placement = { inQuery?: boolean; onlyQuery?: boolean; status?: 302 | 303 }

/** Returns a redirect to a page, with parameters. */
export function seeOther(target: string, parameters: Parameters, placement: Placement = {}): Answer {
  const url = new URL(target)
  if (placement.inQuery) {
    for (const [name, value] of Object.entries(parameters)) if (name !== 'sb') url.searchParams.set(name, value)
  }
  if (!placement.onlyQuery) url.hash = new URLSearchParams(parameters).toString()
  return { status: placement.status ?? 303, headers: { location: url.href, 'cache-control': 'no-store' } }
}

/** Returns a refusal as parameters (auth-contract.md 4.2). `sb` marks the fragment as one of Supabase Auth. */
export function errorParameters(refusal: Refusal): Parameters {
  if (refusal instanceof OAuthRefusal) return { error: refusal.code, error_description: refusal.message, sb: '' }
  return { error: errorName(refusal.status), error_code: refusal.code, error_description: refusal.message, sb: '' }
}

/** Returns a session as the parameters of the implicit flow. */
export function sessionFragment(session: {
  access_token: string
  expires_at: number
  expires_in: number
  refresh_token: string
}): Parameters {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: 'bearer',
  }
}

function errorName(status: number): string {
  if (status === 400) return 'invalid_request'
  if (status === 401) return 'unauthorized_client'
  if (status >= 500) return 'server_error'
  return 'access_denied'
}
