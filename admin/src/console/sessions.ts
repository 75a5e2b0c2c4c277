import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The session of a console, which is in memory and ends with the program. A request must carry two secrets: the cookie, which scripts
 * cannot read, and the page key, which the page sends in a header. The cookie alone is not enough: browsers send it to every port of
 * 127.0.0.1, where another program could read it, and with requests that pages of these ports cause (CSRF). Only the console's page sends
 * the header.
 */
export type ConsoleSessions = {
  /** The token in the one-time link. */
  token: string
  /** Exchanges the token for a session. Returns null for a wrong token, and for every token after the first exchange. */
  open(token: string): OpenedSession | null
  /** Returns whether the cookie and the page key are those of the session. */
  isOpen(cookie: string | undefined, pageKey: string | undefined): boolean
  /**
   * Returns whether the cookie is that of the session. The cookie alone is enough only for documents in frames, whose requests have no
   * header of the page, and which contain no personal data.
   */
  hasCookie(cookie: string | undefined): boolean
}

/** The cookie and the page key, the two secrets of a session. */
export type OpenedSession = { cookie: string; pageKey: string }

/** Creates the token of a console, which opens its session once. */
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
