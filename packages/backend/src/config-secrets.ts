import { createHash } from 'node:crypto'
import type { SigningKey } from './config-keys.ts'
import { isLoopback } from './config-values.ts'

/*
 * Rejects publicly known and weak secrets. With the secret key, or the secret that signs tokens, an attacker can read and change all data.
 * A server that other machines can reach therefore does not start with a weak or known secret. On loopback any secret is allowed, because
 * the Supabase CLI uses publicly known ones for local development.
 */

/**
 * The first 128 bits of the SHA-256 of secrets and keys that are printed in public documents and code of Supabase and related tools, with
 * the place where each is printed.
 */
const PUBLIC_SECRETS = new Map([
  ['a064b502e61d27e94b8717290e5e1b32', 'supabase/cli: JWT secret'],
  ['20e165ae0413316bee9c10f3562feba1', 'the same, as guides shorten it'],
  ['4b0e9afe4d3d0c0c8996945e88424ee2', 'the same, as guides begin it with "my"'],
  ['1453cea2dc3799e9026e42b3e465e455', 'supabase/supabase docker/.env.example: JWT_SECRET'],
  ['4f84690376ecf0e0435b75fb9ade4422', 'the same, as guides shorten it'],
  ['c978c2ec1ded2ba2e9e34151225e8603', 'supabase/cli tests: JWT secret'],
  ['c85debb55f2f204d868cc1552c42faa1', 'supabase/cli: secret key'],
  ['3315696b410d877ecc35fe16bb0274bd', 'supabase/cli documents: secret key'],
  ['70541e07fd4f900b66e289f5be55c85f', 'supabase/cli: service_role key'],
  ['2359b281e1fa0ec38bb10316e2b0e3a7', 'supabase/supabase docker/.env.example: SERVICE_ROLE_KEY'],
  ['94228124c289844e33dbf484c2e2a47e', 'supabase/cli: SECRET_KEY_BASE'],
  ['52f004438faf780274c9c95f79d1cf39', 'supabase/supabase docker/.env.example: SECRET_KEY_BASE'],
  ['7f59edafa4d502ca0156b8fddf283946', 'supabase/supabase docker/.env.example: S3_PROTOCOL_ACCESS_KEY_SECRET'],
  ['ac4ea9513d2e6416218aaf2b69ef2abc', 'supabase/storage: AUTH_JWT_SECRET'],
  ['5255f3410c447160a351da5c0ff9f47a', 'supabase/auth hack/test.env: GOTRUE_JWT_SECRET'],
  ['465d9ad5d5528ebe287b5dce4fb51620', 'jwt.io: secret of the example'],
  ['f7d838701b86c5dfb57bf95fbc5ce6df', 'jwt.io: secret of the older example'],
  ['fd4dec75abc2df7e4f8776e246ce733d', 'PostgREST tutorial: jwt-secret'],
  ['1662fea9583feec98002589beb31294e', 'supabase/cli: ES256 signing key, its x'],
  ['a06e9c4128322837d824d98f57efb6a8', 'supabase/auth hack/test_asymmetric.env: ES256 key, its x'],
  ['f73fa3336a1d2aa42c4577ed73df067b', 'supabase/auth tests: ES256 key, its x'],
  ['3a5b588d001462177f6a6721f4ee1f39', 'supabase/auth tests: RS256 key, its n'],
  ['79a9d4ce7d9b1212cbdb2d8ad0635623', 'supabase-js auth-js tests: RS256 key, its n'],
  ['2e6c30e3f293348ee7a2c43fbba16773', 'supabase/auth tests: HS256 key'],
])

/** Words that occur in example secrets. A random secret contains one of these words with a probability of about 1 in 100,000. */
const EXAMPLE_WORDS = /secret|password|passwd|example|placeholder|change.?me|default|insecure|supabase|your[-_ ]|demo-/i

/**
 * The minimum estimated entropy of a secret, in bits (see `estimateBits`). A secret of 128 random bits reaches this minimum in any
 * encoding.
 */
const BITS_MIN = 72

/** Returns why a secret is not allowed on a reachable server, as the end of a sentence; null when it is allowed. */
export function findSecretWeakness(secret: string): string | null {
  const words = secret.replace(/^sb_secret_/, '')
  if (isWellKnownSecret(secret) || isDemoToken(secret) || EXAMPLE_WORDS.test(words)) {
    return 'must not be a secret that is printed in public documents, because anyone who knows it has full access; `openssl rand -base64 48` makes another'
  }
  if (estimateBits(words) < BITS_MIN) {
    return 'must be longer or more random, because anyone who guesses it has full access; `openssl rand -base64 48` makes another'
  }
  return null
}

/**
 * Returns why a key of `AUTH_JWT_KEYS` is not allowed on a reachable server, or null when it is allowed. A symmetric key is checked like
 * any other secret. For a key pair, the public key is compared with publicly known keys.
 */
export function findSigningKeyWeakness(key: SigningKey): string | null {
  if (key.kty === 'oct') return findSecretWeakness(Buffer.from(String(key['k']), 'base64url').toString('latin1'))
  const publicHalf = key.kty === 'EC' ? key['x'] : key['n']
  return isWellKnownSecret(String(publicHalf))
    ? 'must not hold a key that is printed in public documents, because anyone who knows it has full access'
    : null
}

/** Returns whether other machines can reach the server: by the site's URL, or by an address it listens on. */
export function isReachableFromOtherHosts(siteUrl: string, hosts: readonly string[]): boolean {
  return !isLoopback(new URL(siteUrl).hostname) || hosts.some((host) => !isLoopback(host))
}

/** Returns whether a text is a publicly known secret, or the public part of a publicly known key pair. */
export function isWellKnownSecret(secret: string): boolean {
  return PUBLIC_SECRETS.has(createHash('sha256').update(secret).digest('hex').slice(0, 32))
}

/** Returns whether a secret is a JWT of Supabase's demo projects, which all have the same issuer. */
function isDemoToken(secret: string): boolean {
  return secret.split('.').some((part) => Buffer.from(part, 'base64url').toString().includes('supabase-demo'))
}

/**
 * Estimates the entropy of a secret in bits: the Shannon entropy of its characters without repetitions and sequences ("1212…", "0123…").
 */
function estimateBits(secret: string): number {
  const characters = [...withoutRuns(shortestPeriod(secret))]
  const counts = new Map<string, number>()
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1)
  const shares = [...counts.values()].map((count) => count / characters.length)
  return characters.length * shares.reduce((sum, share) => sum - share * Math.log2(share), 0)
}

/** Returns the shortest prefix of a text that gives the text when it is repeated; the whole text when it does not repeat. */
function shortestPeriod(text: string): string {
  let length = 1
  while (
    !text
      .slice(0, length)
      .repeat(Math.ceil(text.length / length))
      .startsWith(text)
  )
    length += 1
  return text.slice(0, length)
}

/** Removes the characters that continue a run of equal or consecutive characters: the third of "111", "123" or "321". */
function withoutRuns(text: string): string {
  const step = (index: number) => text.charCodeAt(index) - text.charCodeAt(index - 1)
  return [...text].filter((_, index) => Math.abs(step(index)) > 1 || step(index) !== step(index - 1)).join('')
}
