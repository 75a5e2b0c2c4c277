import type { EndpointResponse } from '../../http/endpoint-response.ts'
import type { Refusal } from '../../http/errors.ts'
import { OAuthError } from '../render-error.ts'

type Parameters = Record<string, string>

/**
 * Where a redirect puts its parameters. The default is the URL fragment, which browsers do not send to servers. The query is for clients
 * that read only the query.
 */
type Placement = { inQuery?: boolean; onlyQuery?: boolean; status?: 302 | 303 }

/** Returns a redirect response to a page of the site, with parameters in its fragment or query. */
export function createRedirectResponse(
  target: string,
  parameters: Parameters,
  placement: Placement = {},
): EndpointResponse {
  const url = new URL(target)
  if (placement.inQuery) {
    for (const [name, value] of Object.entries(parameters)) if (name !== 'sb') url.searchParams.set(name, value)
  }
  if (!placement.onlyQuery) url.hash = new URLSearchParams(parameters).toString()
  return { status: placement.status ?? 303, headers: { location: url.href, 'cache-control': 'no-store' } }
}

/** Converts an error to redirect parameters (auth-contract.md 4.2). The empty parameter `sb` marks the URL fragment as Supabase Auth's. */
export function buildErrorRedirectParameters(refusal: Refusal): Parameters {
  if (refusal instanceof OAuthError) return { error: refusal.code, error_description: refusal.message, sb: '' }
  return { error: errorName(refusal.status), error_code: refusal.code, error_description: refusal.message, sb: '' }
}

/** Converts a session to the redirect parameters of OAuth's implicit flow. */
export function buildSessionRedirectParameters(session: {
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
