import { createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'

/** What the auth service hashes and derives its tokens with. None of the keys is in the database. */
export type AuthSecrets = {
  /** The hash a six-digit code is kept as; bound to the address it was sent to. */
  hashCode(relatesTo: string, code: string): string
  /** The refresh token that follows another one. The same parent always has the same child: see refresh-token.ts. */
  nextRefreshToken(parent: string): string
  /** The key something is counted under, so that a table of limits names nobody. */
  countingKey(what: string): string
}

/** Derives the keys (HKDF, RFC 5869) from the operators' key, which every process of a deployment has. */
export function authSecrets(secretKey: string): AuthSecrets {
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

/** 256 random bits as a text that survives a URL. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What a link carries: 56 hexadecimal digits, the length GoTrue's clients know. */
export function randomLinkToken(): string {
  return randomBytes(28).toString('hex')
}

/** Six digits, each as likely as the other. */
export function randomCode(): string {
  return randomInt(0, 1_000_000).toString().padStart(6, '0')
}

/** What is kept of a token that is long and random already: no key or salt makes it stronger. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function hmac(key: Buffer, message: string, encoding: 'hex' | 'base64url'): string {
  return createHmac('sha256', key).update(message).digest(encoding)
}
