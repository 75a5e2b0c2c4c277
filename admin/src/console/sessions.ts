import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A session without a request for this time ends. The page sends one at least every minute while it is visible. */
const IDLE_MS = 60 * 60_000
/** A session ends after this time even when it is used, as a working day does. */
const ABSOLUTE_MS = 12 * 60 * 60_000

/**
 * The session of a console, which is in memory. It ends with the program, after an hour without a request, and after twelve hours. A request must carry two secrets: the cookie, which scripts
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

/** Creates the token of a console, which opens its session once. `now` returns the time in milliseconds, also of a computer that slept. */
export function createSessions(now: () => number = Date.now): ConsoleSessions {
  const token = randomSecret()
  let isUsed = false
  let session: { cookie: Buffer; pageKey: Buffer; openedAt: number; usedAt: number } | null = null
  const hasCookie = (cookie: string | undefined) => {
    if (session !== null && (now() - session.usedAt > IDLE_MS || now() - session.openedAt > ABSOLUTE_MS)) session = null
    return session !== null && isSecret(cookie, session.cookie)
  }
  return {
    token,
    open(given) {
      if (isUsed || !isSecret(given, hash(token))) return null
      isUsed = true
      const opened = { cookie: randomSecret(), pageKey: randomSecret() }
      session = { cookie: hash(opened.cookie), pageKey: hash(opened.pageKey), openedAt: now(), usedAt: now() }
      return opened
    },
    isOpen(cookie, pageKey) {
      if (!hasCookie(cookie) || session === null || !isSecret(pageKey, session.pageKey)) return false
      session.usedAt = now()
      return true
    },
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
