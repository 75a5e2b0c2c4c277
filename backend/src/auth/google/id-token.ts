import { createHash } from 'node:crypto'
import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { AuthConfig } from '../../config-auth.ts'
import { OAuthRefusal } from '../draw.ts'
import { type Profile, readProfile } from './profile.ts'

/** What a checked ID token says. */
export type CheckedIdToken = { profile: Profile; nonce: string | null }

type Metadata = { issuer: string; jwks_uri?: string | undefined }

/**
 * Makes the check of ID tokens that clients got from the provider by themselves: signature, issuer, audience, time, and
 * where an access token comes along, that both belong together (OpenID Connect Core 3.2.2.9).
 */
export function idTokenChecker({ clientId }: AuthConfig['google'], metadata: () => Promise<Metadata>) {
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null
  return async (idToken: string, accessToken: string): Promise<CheckedIdToken> => {
    refuseNoToken(idToken)
    const { issuer, jwks_uri } = await metadata()
    keys ??= createRemoteJWKSet(new URL(jwks_uri ?? ''))
    const options = { issuer, audience: clientId, algorithms: ['RS256', 'ES256'], clockTolerance: 5 }
    const { payload } = await jwtVerify(idToken, keys, options).catch(refuse)
    if (accessToken !== '' && !belongsTo(payload, accessToken)) refuse(new Error('at_hash'))
    return { profile: readProfile(payload), nonce: typeof payload.nonce === 'string' ? payload.nonce : null }
  }
}

/** For what is no token at all the provider need not be asked for its keys. */
function refuseNoToken(idToken: string): void {
  try {
    decodeProtectedHeader(idToken)
  } catch (cause) {
    refuse(cause)
  }
}

function belongsTo(payload: JWTPayload, accessToken: string): boolean {
  if (payload.at_hash === undefined) return true
  const left = createHash('sha256').update(accessToken).digest().subarray(0, 16)
  return payload.at_hash === left.toString('base64url')
}

function refuse(cause: unknown): never {
  if (cause instanceof errors.JWTClaimValidationFailed && cause.claim === 'aud') {
    throw new OAuthRefusal('invalid request', 'Unacceptable audience in id_token', cause)
  }
  throw new OAuthRefusal('invalid request', 'Bad ID token', cause)
}
