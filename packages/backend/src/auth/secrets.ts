import { createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'

/** The keyed hash functions of the auth service. None of the keys is stored in the database. */
export type AuthSecrets = {
  /**
   * Returns the hash under which a six-digit code is stored. It also covers the e-mail address or phone number that the code was sent to.
   */
  hashCode(relatesTo: string, code: string): string
  /**
   * Derives the successor of a refresh token. The same token always has the same successor, so that a client that lost the response can get
   * the successor again (refresh-token.ts).
   */
  nextRefreshToken(parent: string): string
  /** Returns the key of a rate-limit bucket as a keyed hash, so that the table of buckets holds no personal data. */
  countingKey(what: string): string
}

/** Derives the keys of the hash functions (HKDF, RFC 5869) from the secret key, which every process of a deployment has. */
export function deriveAuthSecrets(secretKey: string): AuthSecrets {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'auth', purpose, 32))
  const codes = keyFor('one-time codes')
  const refresh = keyFor('refresh tokens')
  const limits = keyFor('limits')
  return {
    hashCode: (relatesTo, code) => hmac(codes, `${relatesTo}\n${code}`, 'hex'),
    nextRefreshToken: (parent) => hmac(refresh, parent, 'base64url'),
    countingKey: (what) => hmac(limits, what, 'base64url'),
  }
}

/** Returns 256 random bits as base64url. */
export function generateRandomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the token of a mailed link: 56 hexadecimal digits, as long as GoTrue's. */
export function generateLinkToken(): string {
  return randomBytes(28).toString('hex')
}

/** Returns a uniformly random six-digit code. */
export function generateSixDigitCode(): string {
  return randomInt(0, 1_000_000).toString().padStart(6, '0')
}

/** Returns the SHA-256 hash under which a long random token is stored. A random token needs neither key nor salt. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function hmac(key: Buffer, message: string, encoding: 'hex' | 'base64url'): string {
  return createHmac('sha256', key).update(message).digest(encoding)
}
