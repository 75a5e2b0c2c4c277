import type { AuthorizationCodeGrantChecks, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { type Discovered, discoverOnce } from './discovery.ts'
import { type CheckedIdToken, idTokenChecker } from './id-token.ts'
import { type Profile, readProfile } from './profile.ts'

/** The secrets of an OAuth flow that has begun. */
export type FlowSecrets = { state: string; codeVerifier: string; nonce: string }

/** Google, or another OpenID provider that AUTH_EXTERNAL_GOOGLE_URL names. */
export type Provider = {
  /** Returns the provider's authorization URL. The code verifier is not part of it. */
  authorizationUrl(flow: FlowSecrets, extra: Record<string, string>): Promise<string>
  /** Exchanges the code of a callback. Rejects when state, nonce or code verifier do not match the flow. */
  exchange(
    callback: URL,
    flow: FlowSecrets,
  ): Promise<{ profile: Profile; accessToken: string; refreshToken: string | null }>
  /** Verifies an ID token that a client got from the provider directly. Rejects with OAuth's errors. */
  verifyIdToken(idToken: string, accessToken: string): Promise<CheckedIdToken>
}

/** Parameters that only the server may set: forwarding a client's value could redirect or weaken the flow. */
export const serverParameters = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'state',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'request',
  'request_uri',
  'response_mode',
]

const SCOPES = 'openid email profile'

/** Creates the provider client. It sends no request before the first use. */
export function openGoogle(auth: Pick<Auth, 'config' | 'issuer'>): Provider {
  const callbackUrl = `${auth.issuer}/callback`
  const discovered = discoverOnce(auth.config.google)
  return {
    async authorizationUrl({ state, codeVerifier, nonce }, { scope, ...extra }) {
      const { library, basic } = await discovered()
      const code_challenge = await library.calculatePKCECodeChallenge(codeVerifier)
      const parameters = {
        ...extra,
        redirect_uri: callbackUrl,
        scope: scope === undefined ? SCOPES : `${SCOPES} ${scope}`,
        code_challenge,
        code_challenge_method: 'S256',
        state,
        nonce,
      }
      return library.buildAuthorizationUrl(basic, parameters).href
    },
    async exchange(callback, { state, codeVerifier, nonce }) {
      const found = await discovered()
      const current = new URL(callbackUrl)
      current.search = callback.search
      const checks = {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      }
      const tokens = await exchangeCode(found, current, checks)
      const profile = readProfile(await claimsOf(found, tokens))
      return { profile, accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null }
    },
    verifyIdToken: idTokenChecker(auth.config.google, async () => (await discovered()).basic.serverMetadata()),
  }
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers

/** Exchanges a code, with the client secret in the header (RFC 6749 section 2.3.1), then in the body if the provider refuses that. */
async function exchangeCode(found: Discovered, current: URL, checks: AuthorizationCodeGrantChecks): Promise<Tokens> {
  const { library, basic, post } = found
  try {
    return await library.authorizationCodeGrant(basic, current, checks).catch((error: unknown) => {
      if (!isClientRefused(error)) throw error
      return library.authorizationCodeGrant(post, current, checks)
    })
  } catch (cause) {
    throw authErrors.providerFailed({ cause })
  }
}

function isClientRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const names = ['error' in error ? error.error : null, 'code' in error ? error.code : null]
  return names.includes('invalid_client') || names.includes('OAUTH_WWW_AUTHENTICATE_CHALLENGE')
}

/** Returns the ID token's claims. Some providers return the address only from the user information endpoint. */
async function claimsOf({ library, basic }: Discovered, tokens: Tokens): Promise<Record<string, unknown>> {
  const claims = tokens.claims()
  if (claims === undefined) throw authErrors.providerFailed()
  if (claims.email !== undefined || !basic.serverMetadata().userinfo_endpoint) return claims
  const userInfo = await library.fetchUserInfo(basic, tokens.access_token, claims.sub).catch((cause: unknown) => {
    throw authErrors.providerFailed({ cause })
  })
  return { ...userInfo, ...claims }
}
