import type { FastifyRequest } from 'fastify'
import { type Answer, ok } from '../../http/answer.ts'
import { endpoint } from '../../http/endpoint.ts'
import { uniqueQuery } from '../../http/query.ts'
import type { Auth } from '../auth.ts'
import { requireUser } from '../bearer.ts'
import { authErrors } from '../errors.ts'
import { invalid, readCodeChallenge } from '../fields.ts'
import { limitRoute } from '../limits.ts'
import { redirectOf } from '../redirects/redirect-of.ts'
import { randomToken } from '../secrets.ts'
import { insertFlowState } from '../sessions/flow-state-store.ts'
import { markBrowser } from './browser-mark.ts'
import { serverParameters } from './google.ts'

/** Parameters that are ours and not the provider's. */
const own = ['provider', 'redirect_to', 'scopes', 'invite_token', 'skip_http_redirect', 'nonce']

/** In characters. A nonce is a random value or its hash; OpenID Connect sets no length. */
const LONGEST = new Map([
  ['nonce', 128],
  ['scopes', 1024],
])
const LONGEST_OF_OTHERS = 512

/** GET /authorize. Sends a browser to the provider, with what will prove that it came back (auth-contract.md 9.1). */
export function authorize(auth: Auth) {
  return endpoint({
    access: 'public',
    async handle({ request }) {
      const elsewhere = underOwnName(auth, request)
      if (elsewhere !== null) return redirect(elsewhere)
      const { location, header } = await begin(auth, request, null)
      return redirect(location, header)
    },
  })
}

/** GET /user/identities/authorize. The same for somebody signed in, who adds a way to sign in (9.3). */
export function linkIdentity(auth: Auth) {
  return endpoint({
    access: 'public',
    async handle({ request }) {
      const { user } = await requireUser(auth, request)
      if (!auth.config.enableManualLinking) throw authErrors.manualLinkingDisabled()
      const { location, header } = await begin(auth, request, user.id)
      const wantsAddress = uniqueQuery(request.url).skip_http_redirect === 'true'
      return wantsAddress ? ok({ url: location }, header) : redirect(location, header)
    },
  })
}

async function begin(auth: Auth, request: FastifyRequest, linkingTarget: string | null) {
  const query = uniqueQuery(request.url)
  refuseLongParameters(query)
  const provider = requireProvider(auth, query.provider ?? '')
  const challenge = readCodeChallenge({
    code_challenge: query.code_challenge ?? '',
    code_challenge_method: query.code_challenge_method ?? '',
  })
  await limitRoute(auth, request, 'authorize') // each leaves a row until it is swept
  const codeVerifier = randomToken()
  const nonce = query.nonce ?? randomToken()
  const browser = markBrowser(auth, request)
  const state = await insertFlowState(auth.db.kysely, {
    authentication_method: 'oauth',
    provider_type: provider,
    code_challenge: challenge?.challenge ?? null,
    code_challenge_method: challenge?.method ?? null,
    provider_code_verifier: codeVerifier,
    provider_nonce: nonce,
    browser_hash: browser.hash,
    referrer: redirectOf(auth, request),
    linking_target_id: linkingTarget,
  })
  const location = await auth.google.authorizationUrl({ state, codeVerifier, nonce }, forwarded(query))
  return { location, header: browser.header }
}

/** What is kept, or passed on to the provider, has a length. Longer addresses to come back to are not allowed ones. */
function refuseLongParameters({ redirect_to: _, ...query }: Record<string, string>): void {
  const long = Object.entries(query).find(([name, value]) => value.length > (LONGEST.get(name) ?? LONGEST_OF_OTHERS))
  if (long !== undefined) throw invalid(`Parameter ${JSON.stringify(long[0].slice(0, 40))} is too long`)
}

function requireProvider(auth: Auth, provider: string): 'google' {
  if (provider !== 'google') {
    throw invalid(`Unsupported provider: Provider ${JSON.stringify(provider)} could not be found`)
  }
  if (!auth.config.google.enabled) throw invalid('Unsupported provider: provider is not enabled')
  return provider
}

function forwarded({ scopes, ...query }: Record<string, string>): Record<string, string> {
  const theirs = Object.entries(query).filter(([name]) => {
    return !own.includes(name) && !serverParameters.includes(name.toLowerCase())
  })
  return { ...Object.fromEntries(theirs), ...(scopes ? { scope: scopes } : {}) }
}

/**
 * The same address under the site's own name, for a browser on this machine that came by another name of it. The provider
 * comes back under the site's name, and the browser's mark has to be there then.
 */
function underOwnName(auth: Auth, request: FastifyRequest): string | null {
  const site = new URL(auth.siteUrl)
  const names = ['localhost', '127.0.0.1', '[::1]'].map((name) => (site.port ? `${name}:${site.port}` : name))
  const { host = '' } = request.headers
  return host !== site.host && names.includes(host) && names.includes(site.host) ? auth.siteUrl + request.url : null
}

function redirect(location: string, header: Record<string, string> = {}): Answer {
  return { status: 302, headers: { location, 'cache-control': 'no-store', ...header } }
}
