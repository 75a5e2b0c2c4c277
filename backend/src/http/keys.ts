import type { JWTHeaderParameters, JWTPayload } from 'jose'
import * as errors from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import type { Config } from '../config.ts'
import { httpErrors } from './http-errors.ts'
import { isSameSecret, keptSecret, randomSecret } from './secrets.ts'
import { readSigningKeys, type SigningKeys, type TokenKey } from './signing-keys.ts'

/** The role a key or token stands for. */
export type Role = 'anon' | 'authenticated' | 'service_role'

/** API keys and access tokens: who may come in, as whom. */
export type Keys = {
  publishable: string
  secret: string
  /** The role of an API key, or null when it is none. */
  roleOfKey(key: string): Promise<'anon' | 'service_role' | null>
  /** The checked claims of an access token. Refuses it with 401 when the signature, the time or a claim is wrong. */
  verifyToken(token: string): Promise<TokenClaims>
  /** Signs an access token. The caller gives every claim; only the key and its id come from here. */
  signToken(claims: JWTPayload): Promise<string>
  /** The public keys, as `/auth/v1/.well-known/jwks.json` answers them. */
  published: SigningKeys['published']
}

/** What a checked token says; `role` is one of ours. */
export type TokenClaims = JWTPayload & { role: Role }

const CLOCK_TOLERANCE_SECONDS = 5

/** Reads or makes the keys. Refuses to start when the data folder cannot hold them. */
export async function openKeys(config: Config): Promise<Keys> {
  const signingKeys = await readSigningKeys(config)
  const secret = config.secretKey ?? keptSecret(config.dataDir, 'secret-key', () => `sb_secret_${randomSecret()}`)
  const verifyToken = (token: string) => verify(token, signingKeys.all, config)

  return {
    publishable: config.publishableKey,
    secret,
    published: signingKeys.published,
    verifyToken,
    async roleOfKey(key) {
      // Every page shows it, so nothing is given away by how long a comparison takes.
      if (key === config.publishableKey) return 'anon'
      if (isSameSecret(key, secret)) return 'service_role'
      if (!hasOperatorsKeys(config) || !looksLikeToken(key)) return null
      const claims = await verifyToken(key).catch(() => null)
      // A signed-in user's token is no API key, even though the same secret signed it.
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

/** The key is chosen by us; a header that brings its own (`jwk`, `jku`, `x5u`) has no say. `none` is no algorithm here. */
async function verify(token: string, keys: readonly TokenKey[], config: Config): Promise<TokenClaims> {
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

function chooseKey(header: JWTHeaderParameters, keys: readonly TokenKey[]): TokenKey['key'] {
  const fitting = keys.filter((key) => key.alg === header.alg && isForVerifying(key))
  const named = fitting.find((key) => key.kid !== null && key.kid === header.kid)
  // Older HS256 tokens and keys name no key id, or one of the project they came from.
  const chosen = named ?? fitting.find((key) => key.kid === null || header.kid === undefined)
  if (chosen === undefined) throw new errors.JWKSNoMatchingKey()
  return chosen.key
}

function isForVerifying(key: TokenKey): boolean {
  return key.alg === 'HS256' || !key.signs
}

/**
 * A key that the operators brought may have signed their own keys too, as the Supabase CLI does: those name their role
 * and hardly more, neither us as issuer nor an end. What we signed for a person says both.
 */
function checkClaims(payload: JWTPayload, header: JWTHeaderParameters, config: Config): TokenClaims {
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

/** Whether tokens are signed with what the operators brought, and not with the pair that was made at first start. */
function hasOperatorsKeys({ jwtSecret, jwtKeys }: Config): boolean {
  return jwtSecret !== null || jwtKeys !== null
}
