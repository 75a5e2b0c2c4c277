import type { JWTHeaderParameters, JWTPayload } from 'jose'
import * as errors from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import type { ServerConfig } from '../config.ts'
import { httpErrors } from './http-errors.ts'
import { generateRandomSecret, isSameSecret, readOrCreateSecret } from './secrets.ts'
import { type JwtKey, readSigningKeys, type SigningKeys } from './signing-keys.ts'

/** The role that an API key or access token grants. */
export type KeyRole = 'anon' | 'authenticated' | 'service_role'

/** The API keys, and the keys that sign and verify access tokens. */
export type ServerKeys = {
  publishable: string
  secret: string
  /** Returns the role of an API key, or null when it is unknown. */
  roleOfKey(key: string): Promise<'anon' | 'service_role' | null>
  /** Verifies an access token and returns its claims. Throws 401 when the signature, expiry or another claim is invalid. */
  verifyToken(token: string): Promise<TokenClaims>
  /** Signs an access token with the given claims. Adds only the algorithm and the key id in the header. */
  signToken(claims: JWTPayload): Promise<string>
  /** The public keys in the format of `/auth/v1/.well-known/jwks.json`. */
  published: SigningKeys['published']
}

/** The claims of a verified token, with a valid role. */
export type TokenClaims = JWTPayload & { role: KeyRole }

const CLOCK_TOLERANCE_SECONDS = 5

/** Reads the API keys and signing keys, or creates them at the first start. Throws a ConfigError when the data folder is not writable. */
export async function loadServerKeys(config: ServerConfig): Promise<ServerKeys> {
  const signingKeys = await readSigningKeys(config)
  const secret =
    config.secretKey ?? readOrCreateSecret(config.dataDir, 'secret-key', () => `sb_secret_${generateRandomSecret()}`)
  const verifyToken = (token: string) => verify(token, signingKeys.all, config)

  return {
    publishable: config.publishableKey,
    secret,
    published: signingKeys.published,
    verifyToken,
    async roleOfKey(key) {
      // The publishable key is public, so this comparison need not be constant-time.
      if (key === config.publishableKey) return 'anon'
      if (isSameSecret(key, secret)) return 'service_role'
      if (!hasOperatorsKeys(config) || !looksLikeToken(key)) return null
      const claims = await verifyToken(key).catch(() => null)
      // A user's access token is not accepted as an API key, even though it may be signed with the same secret.
      return claims === null || claims.role === 'authenticated' ? null : claims.role
    },
    async signToken(claims) {
      const { alg, kid, key } = signingKeys.signing
      const header: JWTHeaderParameters = kid === null ? { alg, typ: 'JWT' } : { alg, kid, typ: 'JWT' }
      return await new SignJWT(claims).setProtectedHeader(header).sign(key)
    },
  }
}

function looksLikeToken(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)
}

/**
 * Verifies a token with the server's own keys only: keys that the token's header contains or refers to (`jwk`, `jku`, `x5u`) are ignored,
 * and the algorithm `none` is rejected.
 */
async function verify(token: string, keys: readonly JwtKey[], config: ServerConfig): Promise<TokenClaims> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, (header) => chooseKey(header, keys), {
      algorithms: ['ES256', 'RS256', 'HS256'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    return checkClaims(payload, protectedHeader, config)
  } catch (cause) {
    if (cause instanceof errors.JWTExpired) throw httpErrors.expiredToken({ cause })
    throw httpErrors.invalidToken({ cause })
  }
}

function chooseKey(header: JWTHeaderParameters, keys: readonly JwtKey[]): JwtKey['key'] {
  const fitting = keys.filter((key) => key.alg === header.alg && isForVerifying(key))
  const named = fitting.find((key) => key.kid !== null && key.kid === header.kid)
  // Older HS256 tokens and API keys have no key id, or the key id of the Supabase project that created them.
  const chosen = named ?? fitting.find((key) => key.kid === null || header.kid === undefined)
  if (chosen === undefined) throw new errors.JWKSNoMatchingKey()
  return chosen.key
}

function isForVerifying(key: JwtKey): boolean {
  return key.alg === 'HS256' || !key.signs
}

/**
 * Checks the claims of a token with a valid signature. API keys in JWT form, which operators sign with their own key as the Supabase CLI
 * does, have a role but neither our issuer nor an expiry. Access tokens that this server signs for users have both.
 */
function checkClaims(payload: JWTPayload, header: JWTHeaderParameters, config: ServerConfig): TokenClaims {
  const role = payload.role === 'supabase_admin' ? 'service_role' : payload.role
  if (header.typ !== undefined && !/^(application\/)?jwt$/i.test(header.typ)) throw new Error('Another type of token.')
  if (role !== 'anon' && role !== 'authenticated' && role !== 'service_role') throw new Error('No role of ours.')
  if (role === 'authenticated' || !hasOperatorsKeys(config)) {
    if (payload.exp === undefined) throw new Error('No end.')
    if (header.alg !== 'HS256' && payload.iss !== `${config.siteUrl}/auth/v1`) throw new Error('Another issuer.')
  }
  if (role === 'authenticated' && payload.aud !== 'authenticated') throw new Error('Another audience.')
  return { ...payload, role }
}

/** Returns whether tokens are signed with configured keys rather than with the key pair that the first start created. */
function hasOperatorsKeys({ jwtSecret, jwtKeys }: ServerConfig): boolean {
  return jwtSecret !== null || jwtKeys !== null
}
