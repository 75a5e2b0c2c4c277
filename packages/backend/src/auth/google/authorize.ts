import type { FastifyRequest } from 'fastify'
import { type EndpointResponse, okResponse } from '../../http/endpoint-response.ts'
import { parseUniqueQuery } from '../../http/query.ts'
import type { AuthDependencies } from '../auth.ts'
import { defineAuthEndpoint } from '../auth-endpoint.ts'
import { authErrors } from '../errors.ts'
import { createValidationError, parseCodeChallenge } from '../fields.ts'
import { resolveRedirectUrl } from '../redirects/redirect.ts'
import { enforceRouteLimit, type RequestWithCaller } from '../route-rate-limits.ts'
import { generateRandomToken } from '../secrets.ts'
import { insertFlowState } from '../sessions/flow-state-store.ts'
import { createBrowserBinding } from './browser-binding.ts'
import { reservedOAuthParameters } from './google.ts'

/** Query parameters of /authorize itself, which are not forwarded to the OAuth provider. */
const own = ['provider', 'redirect_to', 'scopes', 'invite_token', 'skip_http_redirect', 'nonce']

/**
 * Maximum length of query parameters, in characters. OpenID Connect sets no limit for the nonce; clients send a random value or its hash.
 */
const MAX_LENGTH = new Map([
  ['nonce', 128],
  ['scopes', 1024],
])
const DEFAULT_MAX_LENGTH = 512

/** GET /authorize. Redirects the browser to the provider, with state, nonce and PKCE challenge (auth-contract.md 9.1). */
export const oauthAuthorizeEndpoint = defineAuthEndpoint({
  who: 'anyone',
  async handle({ auth, request, caller }) {
    const atSiteHost = urlAtSiteHost(auth, request)
    if (atSiteHost !== null) return redirect(atSiteHost)
    const { location, header } = await begin(auth, { request, caller }, null)
    return redirect(location, header)
  },
})

/** GET /user/identities/authorize. Like `authorize`, to link an identity to the signed-in user (auth-contract.md 9.3). */
export const linkIdentity = defineAuthEndpoint({
  who: 'user',
  async handle({ auth, request, caller, signedIn }) {
    const { user } = signedIn
    if (!auth.config.enableManualLinking) throw authErrors.manualLinkingDisabled()
    const { location, header } = await begin(auth, { request, caller }, user.id)
    const wantsAddress = parseUniqueQuery(request.url).skip_http_redirect === 'true'
    return wantsAddress ? okResponse({ url: location }, header) : redirect(location, header)
  },
})

async function begin(auth: AuthDependencies, by: RequestWithCaller, linkingTarget: string | null) {
  const { request } = by
  const query = parseUniqueQuery(request.url)
  refuseLongParameters(query)
  const provider = requireProvider(auth, query.provider ?? '')
  const challenge = parseCodeChallenge({
    code_challenge: query.code_challenge ?? '',
    code_challenge_method: query.code_challenge_method ?? '',
  })
  // Limited because each call inserts a flow state row, which is only deleted by the periodic clean-up after an hour.
  await enforceRouteLimit(auth, by, 'authorize')
  const codeVerifier = generateRandomToken()
  const nonce = query.nonce ?? generateRandomToken()
  const browser = createBrowserBinding(auth, request)
  const state = await insertFlowState(auth.db.kysely, {
    authentication_method: 'oauth',
    provider_type: provider,
    code_challenge: challenge?.challenge ?? null,
    code_challenge_method: challenge?.method ?? null,
    provider_code_verifier: codeVerifier,
    provider_nonce: nonce,
    browser_hash: browser.hash,
    referrer: resolveRedirectUrl(auth, request),
    linking_target_id: linkingTarget,
  })
  const location = await auth.google.authorizationUrl({ state, codeVerifier, nonce }, forwarded(query))
  return { location, header: browser.header }
}

/** Throws for a query parameter that is too long to store or to forward to the provider. `redirect_to` has its own limit. */
function refuseLongParameters({ redirect_to: _, ...query }: Record<string, string>): void {
  const long = Object.entries(query).find(
    ([name, value]) => value.length > (MAX_LENGTH.get(name) ?? DEFAULT_MAX_LENGTH),
  )
  if (long !== undefined) throw createValidationError(`Parameter ${JSON.stringify(long[0].slice(0, 40))} is too long`)
}

function requireProvider(auth: AuthDependencies, provider: string): 'google' {
  if (provider !== 'google') {
    throw createValidationError(`Unsupported provider: Provider ${JSON.stringify(provider)} could not be found`)
  }
  if (!auth.config.google.enabled) throw createValidationError('Unsupported provider: provider is not enabled')
  return provider
}

function forwarded({ scopes, ...query }: Record<string, string>): Record<string, string> {
  const theirs = Object.entries(query).filter(([name]) => {
    return !own.includes(name) && !reservedOAuthParameters.includes(name.toLowerCase())
  })
  return { ...Object.fromEntries(theirs), ...(scopes ? { scope: scopes } : {}) }
}

/**
 * Returns the URL of the request with its host replaced by the site's host, when both hosts are loopback names that differ (localhost,
 * 127.0.0.1); otherwise null. The provider redirects to the site's host, and the browser sends the binding cookie only to the host
 * that set it.
 */
function urlAtSiteHost(auth: AuthDependencies, request: FastifyRequest): string | null {
  const site = new URL(auth.siteUrl)
  const names = ['localhost', '127.0.0.1', '[::1]'].map((name) => (site.port ? `${name}:${site.port}` : name))
  const { host = '' } = request.headers
  return host !== site.host && names.includes(host) && names.includes(site.host) ? auth.siteUrl + request.url : null
}

function redirect(location: string, header: Record<string, string> = {}): EndpointResponse {
  return { status: 302, headers: { location, 'cache-control': 'no-store', ...header } }
}
