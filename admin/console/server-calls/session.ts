const STORED_KEY = 'console-page-key'

/** Thrown when the console does not accept the session any longer, or never did. */
class SessionEnded extends Error {
  override name = 'SessionEnded'
}

/** Thrown when the console's program gives no answer, because it was stopped. */
class ConsoleUnreachable extends Error {
  override name = 'ConsoleUnreachable'
}

/** The event by which the page learns that the session has ended. */
export const SESSION_END_EVENT = 'console-session-end'

/** A token as the link of the console has it; any other fragment is a place in the page. */
const TOKEN = /^[\w-]{43}$/

/**
 * Opens the session: exchanges the token in the address once, and removes it from the address and the history. The cookie of the session is
 * hidden from scripts; the page's key is kept in localStorage, which no other port of this computer can read.
 */
export async function openSession(): Promise<void> {
  const token = location.hash.slice(1)
  if (!TOKEN.test(token)) return
  history.replaceState(null, '', location.pathname + location.search)
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  const body: unknown = await response.json().catch(() => null)
  const pageKey: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'page_key') : undefined
  // A link that was opened before does not end a session that this browser still has.
  if (response.ok && typeof pageKey === 'string') localStorage.setItem(STORED_KEY, pageKey)
}

/** Sends a request of the session. Throws `SessionEnded` when the console does not accept it, and `ConsoleUnreachable` without an answer. */
export async function post(path: '/run' | '/who', body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console-key': localStorage.getItem(STORED_KEY) ?? '' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause
    throw new ConsoleUnreachable('The console does not answer.', { cause })
  })
  if (response.status !== 401) return response
  dispatchEvent(new Event(SESSION_END_EVENT))
  throw new SessionEnded('The session has ended.')
}
