import type { AuthorizationCodeGrantChecks, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import type { AuthConfig } from '../../config-auth.ts'
import { authErrors } from '../errors.ts'
import { createProviderDiscovery, type OpenIdClientConfigurations } from './discovery.ts'
import { createIdTokenVerifier, type VerifiedIdToken } from './id-token.ts'
import { type ProviderProfile, parseProviderProfile } from './profile.ts'

/** The random secrets of one OAuth flow, created when the flow begins. */
export type OAuthFlowSecrets = { state: string; codeVerifier: string; nonce: string }

/** Client of an OpenID provider: Google, or the one at AUTH_EXTERNAL_GOOGLE_URL. */
export type OpenIdProviderClient = {
  /** Returns the provider's authorization URL. It contains the PKCE code challenge, not the code verifier. */
  authorizationUrl(flow: OAuthFlowSecrets, extra: Record<string, string>): Promise<string>
  /** Exchanges the authorization code of a callback for tokens. Rejects when state, nonce or code verifier do not match the flow. */
  exchange(
    callback: URL,
    flow: OAuthFlowSecrets,
  ): Promise<{ profile: ProviderProfile; accessToken: string; refreshToken: string | null }>
  /** Verifies an ID token that a client got directly from the provider. Rejects with an error in OAuth's format. */
  verifyIdToken(idToken: string, accessToken: string): Promise<VerifiedIdToken>
}

/** Authorization parameters that only the server may set. Forwarding a client's value could redirect the OAuth flow or weaken it. */
export const reservedOAuthParameters = [
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
export function createGoogleProvider(auth: { config: AuthConfig; issuer: string }): OpenIdProviderClient {
  const callbackUrl = `${auth.issuer}/callback`
  const discovered = createProviderDiscovery(auth.config.google)
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
      const profile = parseProviderProfile(await claimsOf(found, tokens))
      return { profile, accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null }
    },
    verifyIdToken: createIdTokenVerifier(auth.config.google, async () => (await discovered()).basic.serverMetadata()),
  }
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers

/**
 * Exchanges an authorization code. Sends the client secret in the Authorization header (RFC 6749 section 2.3.1), and retries with the
 * secret in the body if the provider rejects the header.
 */
async function exchangeCode(
  found: OpenIdClientConfigurations,
  current: URL,
  checks: AuthorizationCodeGrantChecks,
): Promise<Tokens> {
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

/** Returns the ID token's claims. When they contain no e-mail address, also queries the provider's `userinfo` endpoint. */
async function claimsOf(
  { library, basic }: OpenIdClientConfigurations,
  tokens: Tokens,
): Promise<Record<string, unknown>> {
  const claims = tokens.claims()
  if (claims === undefined) throw authErrors.providerFailed()
  if (claims.email !== undefined || !basic.serverMetadata().userinfo_endpoint) return claims
  const userInfo = await library.fetchUserInfo(basic, tokens.access_token, claims.sub).catch((cause: unknown) => {
    throw authErrors.providerFailed({ cause })
  })
  return { ...userInfo, ...claims }
}
