import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Config } from '../config.ts'
import type { SigningKey } from '../config-keys.ts'
import { keptSecret } from './secrets.ts'

/** A key as tokens are signed and checked with it. The algorithm belongs to the key: a token cannot choose it. */
export type TokenKey = {
  kid: string | null
  alg: 'ES256' | 'RS256' | 'HS256'
  key: CryptoKey | Uint8Array
  signs: boolean
}

/** The keys that access tokens are signed and checked with, and the public ones as a JWK set (RFC 7517). */
export type SigningKeys = { all: readonly TokenKey[]; signing: TokenKey; published: { keys: JWK[] } }

const algorithms = { EC: 'ES256', RSA: 'RS256', oct: 'HS256' } as const

/**
 * Reads the keys: `AUTH_JWT_KEYS` first, then `SUPABASE_JWT_SECRET`, else a pair made at first start and kept in the
 * data folder. A JWT secret goes on verifying while `AUTH_JWT_KEYS` signs.
 */
export async function readSigningKeys(config: Config): Promise<SigningKeys> {
  const jwks = config.jwtKeys ?? (config.jwtSecret === null ? [await keptKey(config.dataDir)] : [])
  const imported = await Promise.all(jwks.map(importKey))
  const secret: TokenKey[] =
    config.jwtSecret === null
      ? []
      : [{ kid: null, alg: 'HS256', key: new TextEncoder().encode(config.jwtSecret), signs: jwks.length === 0 }]
  const all = [...imported.flat(), ...secret]
  const signing = all.find((key) => key.signs)
  if (signing === undefined) throw new Error('No key signs.')
  return { all, signing, published: { keys: jwks.filter((jwk) => jwk.kty !== 'oct').map(publicPart) } }
}

async function importKey(jwk: SigningKey): Promise<TokenKey[]> {
  const alg = jwk.alg ?? algorithms[jwk.kty]
  const kid = jwk.kid ?? null
  const signs = jwk.key_ops?.includes('sign') ?? false
  if (jwk.kty === 'oct') return [{ kid, alg, key: await importJWK(withoutUse(jwk), alg), signs }]
  const verifying = { kid, alg, key: await importJWK(withoutUse(publicPart(jwk)), alg), signs: false }
  if (!signs) return [verifying]
  return [verifying, { kid, alg, key: await importJWK(withoutUse(jwk), alg), signs }]
}

/** `key_ops` says what the operator wants, while a key is imported for the one thing we do with it. */
function withoutUse({ key_ops: _, use: __, ...jwk }: JWK): JWK {
  return jwk
}

function publicPart(jwk: JWK): JWK {
  const { kty, kid, alg, crv, x, y, n, e } = jwk
  const members = {
    kty,
    kid,
    alg: alg ?? (kty === 'EC' ? 'ES256' : 'RS256'),
    crv,
    x,
    y,
    n,
    e,
    use: 'sig',
    key_ops: ['verify'],
    ext: true,
  }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JWK
}

async function keptKey(dataDir: string): Promise<SigningKey> {
  const fresh = await newKey()
  return JSON.parse(keptSecret(dataDir, 'signing-key.json', () => JSON.stringify(fresh)))
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'ES256', key_ops: ['sign', 'verify'] }
}
