import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/** Validates one JSON Web Key of `AUTH_JWT_KEYS`. */
export const signingKeySchema = v.pipe(
  v.looseObject({
    kty: v.picklist(['EC', 'RSA', 'oct']),
    kid: v.optional(v.string()),
    alg: v.optional(v.picklist(['ES256', 'RS256', 'HS256'])),
    key_ops: v.optional(v.array(v.string())),
  }),
  v.transform((key) => key as SigningKey),
)

/** One key of `AUTH_JWT_KEYS`: a JWK (RFC 7517). A key with `sign` in `key_ops` signs; the others only verify. */
export type SigningKey = {
  kty: 'EC' | 'RSA' | 'oct'
  kid?: string
  alg?: 'ES256' | 'RS256' | 'HS256'
  key_ops?: string[]
  [member: string]: unknown
}

/**
 * Validates `AUTH_JWT_KEYS`: a JWK array, or the path of a file that contains one. Rejects a list without exactly one signing key: with
 * several, the choice of the key that signs tokens would be arbitrary.
 */
export const jwtKeysSchema = v.pipe(
  v.string(),
  v.transform(readJson),
  v.array(signingKeySchema, 'must be a JSON array of JWK keys of type EC, RSA or oct, or a file that holds one'),
  v.check(
    (keys) => keys.filter((key) => key.key_ops?.includes('sign')).length === 1,
    'must hold exactly one key with "sign" in its key_ops',
  ),
)

function readJson(value: string): unknown {
  try {
    return JSON.parse(value.trimStart().startsWith('[') ? value : readFileSync(value.trim(), 'utf8'))
  } catch {
    return null // null is rejected by the array check of the schema
  }
}
