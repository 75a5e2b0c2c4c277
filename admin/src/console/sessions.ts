import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The sessions of a console, which live in memory and end with the program. A request must prove two secrets: the cookie, which scripts cannot
 * read, and the page's key, which the page sends in a header. Browsers send a cookie to every port of 127.0.0.1, so that another program on
 * this computer could see it, and they send it with requests that other pages cause; the header they do not.
 */
export type ConsoleSessions = {
  /** The token of the one-time link. */
  token: string
  /** Exchanges the token for a session. Returns null for a wrong token, and for every token after the first exchange. */
  open(token: string): OpenedSession | null
  /** Returns whether cookie and page key belong to one session. */
  isOpen(cookie: string | undefined, pageKey: string | undefined): boolean
  /** Returns whether the cookie belongs to a session. Alone it opens only documents without personal data, which cannot send a header. */
  hasCookie(cookie: string | undefined): boolean
}

/** The two secrets of a session. */
export type OpenedSession = { cookie: string; pageKey: string }

/** Creates the sessions of a console, with a new token. */
export function createSessions(): ConsoleSessions {
  const token = randomSecret()
  let isUsed = false
  let session: { cookie: Buffer; pageKey: Buffer } | null = null
  const hasCookie = (cookie: string | undefined) => session !== null && isSecret(cookie, session.cookie)
  return {
    token,
    open(given) {
      if (isUsed || !isSecret(given, hash(token))) return null
      isUsed = true
      const opened = { cookie: randomSecret(), pageKey: randomSecret() }
      session = { cookie: hash(opened.cookie), pageKey: hash(opened.pageKey) }
      return opened
    },
    isOpen: (cookie, pageKey) => session !== null && hasCookie(cookie) && isSecret(pageKey, session.pageKey),
    hasCookie,
  }
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Compares hashes in constant time, so that the response time reveals no part of the secret. */
function isSecret(given: string | undefined, wanted: Buffer): boolean {
  return given !== undefined && timingSafeEqual(hash(given), wanted)
}
