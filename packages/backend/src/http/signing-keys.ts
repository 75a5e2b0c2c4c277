import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { CryptoKey, JWK } from 'jose'
import { importJWK } from 'jose/key/import' // imports only this module, because importing all of jose takes 40 ms at every start
import * as v from 'valibot'
import { ConfigError, type ServerConfig } from '../config.ts'
import { type SigningKey, signingKeySchema } from '../config-keys.ts'
import { readOrCreateSecret } from './secrets.ts'

/** A key that signs or verifies tokens. Its algorithm is fixed, so that the header of a token cannot select another one. */
export type JwtKey = {
  kid: string | null
  alg: 'ES256' | 'RS256' | 'HS256'
  key: CryptoKey | Uint8Array
  signs: boolean
}

/** The keys that sign and verify access tokens, and the public keys as a JWK set (RFC 7517). */
export type SigningKeys = { all: readonly JwtKey[]; signing: JwtKey; published: { keys: JWK[] } }

const KEY_FILE = 'signing-key.json'

const storedKeySchema = v.pipe(v.string(), v.parseJson(), signingKeySchema)

const algorithms = { EC: 'ES256', RSA: 'RS256', oct: 'HS256' } as const

/**
 * Reads the signing keys: from `AUTH_JWT_KEYS`, otherwise from `SUPABASE_JWT_SECRET`, otherwise a key pair that the first start creates and
 * stores in the data folder. If both variables are set, `AUTH_JWT_KEYS` signs, and tokens signed with the JWT secret are still accepted.
 */
export async function readSigningKeys(config: ServerConfig): Promise<SigningKeys> {
  const jwks = config.jwtKeys ?? (config.jwtSecret === null ? [storedKey(config.dataDir)] : [])
  const imported = await Promise.all(jwks.map(importKey))
  const secret: JwtKey[] =
    config.jwtSecret === null
      ? []
      : [{ kid: null, alg: 'HS256', key: new TextEncoder().encode(config.jwtSecret), signs: jwks.length === 0 }]
  const all = [...imported.flat(), ...secret]
  const signing = all.find((key) => key.signs)
  if (signing === undefined) throw new Error('No key signs.')
  return { all, signing, published: { keys: jwks.filter((jwk) => jwk.kty !== 'oct').map(publicPart) } }
}

async function importKey(jwk: SigningKey): Promise<JwtKey[]> {
  const alg = jwk.alg ?? algorithms[jwk.kty]
  const kid = jwk.kid ?? null
  const signs = jwk.key_ops?.includes('sign') ?? false
  if (jwk.kty === 'oct') return [{ kid, alg, key: await importJWK(withoutUse(jwk), alg), signs }]
  const verifying = { kid, alg, key: await importJWK(withoutUse(publicPart(jwk)), alg), signs: false }
  if (!signs) return [verifying]
  return [verifying, { kid, alg, key: await importJWK(withoutUse(jwk), alg), signs }]
}

/** Removes `key_ops` and `use` from a JWK. They list all operations of the operator's key, but the key is imported for a single one. */
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
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

function storedKey(dataDir: string): SigningKey {
  const parsed = v.safeParse(storedKeySchema, readOrCreateSecret(dataDir, KEY_FILE, newKey))
  if (parsed.success) return parsed.output
  throw new ConfigError(
    `DATA_DIR: ${KEY_FILE} in ${dataDir} is no signing key; put it back, or remove it to get a new one.`,
  )
}

/**
 * Creates a P-256 signing key and returns it as JSON text. Uses `node:crypto` instead of the library jose, because only the first start
 * needs this function.
 */
function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = privateKey.export({ format: 'jwk' })
  return JSON.stringify({ ...jwk, kid: randomUUID(), alg: 'ES256', key_ops: ['sign', 'verify'] })
}
