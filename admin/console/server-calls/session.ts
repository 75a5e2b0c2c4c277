const STORED_KEY = 'console-page-key'

/** Thrown when the console responds 401: the session has ended, or this browser never had one. */
class SessionEnded extends Error {
  override name = 'SessionEnded'
}

/** Thrown when a request gets no response, usually because the console's program was stopped. */
class ConsoleUnreachable extends Error {
  override name = 'ConsoleUnreachable'
}

/** The name of the event that is dispatched on `window` when the session has ended. */
export const SESSION_END_EVENT = 'console-session-end'

/** The format of the token in the console's link. Any other fragment of the URL is an anchor in the page. */
const TOKEN = /^[\w-]{43}$/

/**
 * Opens the session: removes the one-time token from the URL and the history, and exchanges it for a session cookie and a page key. The
 * cookie is `HttpOnly`. The page key is kept in localStorage, which pages of other ports of this computer cannot read.
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
  // When the token was used before, this browser keeps the page key of a session that it may still have.
  if (response.ok && typeof pageKey === 'string') localStorage.setItem(STORED_KEY, pageKey)
}

/**
 * Sends a request with the page key. The body is JSON, or the bytes of a `Blob`. With `keepalive`, the browser finishes the request even
 * when the page is closed. Throws `SessionEnded` when the response is 401, and `ConsoleUnreachable` without a response.
 */
export async function post(
  path: '/run' | '/who' | `/files/${string}`,
  body: unknown,
  { signal, keepalive = false }: { signal?: AbortSignal | undefined; keepalive?: boolean } = {},
): Promise<Response> {
  const isBytes = body instanceof Blob
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      'x-console-key': localStorage.getItem(STORED_KEY) ?? '',
    },
    body: isBytes ? body : JSON.stringify(body),
    keepalive,
    signal: signal ?? null,
  }).catch((cause: unknown) => {
    if (signal?.aborted === true) throw cause
    throw new ConsoleUnreachable('The console does not answer.', { cause })
  })
  if (response.status !== 401) return response
  dispatchEvent(new Event(SESSION_END_EVENT))
  throw new SessionEnded('The session has ended.')
}
