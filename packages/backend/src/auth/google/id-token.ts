import { createHash } from 'node:crypto'
import type { createRemoteJWKSet, JWTPayload } from 'jose'
import type { AuthConfig } from '../../config-auth.ts'
import { OAuthError } from '../render-error.ts'
import { type ProviderProfile, parseProviderProfile } from './profile.ts'

/** The profile and nonce of a verified ID token. */
export type VerifiedIdToken = { profile: ProviderProfile; nonce: string | null }

// Lazy import: loading the whole jose package takes 40 ms, and it is only needed to verify ID tokens.
const library = () => import('jose')

type Metadata = { issuer: string; jwks_uri?: string | undefined }

/**
 * Returns a function that verifies ID tokens which clients got from the provider directly. Checks signature, issuer, audience, expiry, and
 * the at_hash when an access token is given (OpenID Connect Core 3.2.2.9).
 */
export function createIdTokenVerifier({ clientId }: AuthConfig['google'], metadata: () => Promise<Metadata>) {
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null
  return async (idToken: string, accessToken: string): Promise<VerifiedIdToken> => {
    const jose = await library()
    const refuse = refusalOf(jose)
    try {
      jose.decodeProtectedHeader(idToken) // throws for a malformed token, before the provider's metadata and keys are fetched
    } catch (cause) {
      throw refuse(cause)
    }
    const { issuer, jwks_uri } = await metadata()
    keys ??= jose.createRemoteJWKSet(new URL(jwks_uri ?? ''))
    const options = { issuer, audience: clientId, algorithms: ['RS256', 'ES256'], clockTolerance: 5 }
    const { payload } = await jose.jwtVerify(idToken, keys, options).catch((cause: unknown) => {
      throw refuse(cause)
    })
    if (accessToken !== '' && !belongsTo(payload, accessToken)) throw refuse(new Error('at_hash'))
    return { profile: parseProviderProfile(payload), nonce: typeof payload.nonce === 'string' ? payload.nonce : null }
  }
}

function belongsTo(payload: JWTPayload, accessToken: string): boolean {
  if (payload.at_hash === undefined) return true
  const left = createHash('sha256').update(accessToken).digest().subarray(0, 16)
  return payload.at_hash === left.toString('base64url')
}

function refusalOf({ errors }: Awaited<ReturnType<typeof library>>) {
  return (cause: unknown): OAuthError => {
    const isForAnother = cause instanceof errors.JWTClaimValidationFailed && cause.claim === 'aud'
    return new OAuthError('invalid request', isForAnother ? 'Unacceptable audience in id_token' : 'Bad ID token', cause)
  }
}
