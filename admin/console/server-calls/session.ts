const STORED_KEY = 'console-page-key'

/** Thrown when the console does not accept the session any longer, or never did. */
export class SessionEnded extends Error {
  override name = 'SessionEnded'
}

/**
 * Opens the session: exchanges the token in the address once, and removes it from the address and the history. The cookie of the session is
 * hidden from scripts; the page's key is kept in localStorage, which no other port of this computer can read.
 */
export async function openSession(): Promise<void> {
  const token = location.hash.slice(1)
  if (token === '') return
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

/** Sends a request of the session. Throws `SessionEnded` when the console does not accept it. */
export async function post(path: '/run' | '/who', body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console-key': localStorage.getItem(STORED_KEY) ?? '' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  })
  if (response.status === 401) throw new SessionEnded('The session has ended.')
  return response
}
