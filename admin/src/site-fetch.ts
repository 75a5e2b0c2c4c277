import { fetchWithSecret, UnsafeRequestError } from '@site/contract/fetch-with-secret'

const WEB_PAGE = 'answered with a web page'

/** Matches Node's error codes for rejected TLS certificates: expired, self-signed, for another host, or from an unknown authority. */
const CERTIFICATE_CODE = /CERT_|_CERT$|_CERT_|SELF_SIGNED|UNABLE_TO_VERIFY/

/** Matches error codes after which the request may have been done: it was sent, and the answer did not come, or broke off. */
const INTERRUPTED_CODE = /ECONNRESET|EPIPE|UND_ERR_(SOCKET|HEADERS_TIMEOUT|BODY_TIMEOUT)/

/**
 * The reason of a failed request. It is parsed from the error message, because the clients of supabase-js keep the message and drop
 * the cause.
 */
export type FetchFailureReason = 'certificate' | 'web page' | 'interrupted' | 'no answer'

/**
 * Like `fetchWithSecret`, but rejects with an error message that contains the reason: the system's error code (`ECONNREFUSED`,
 * `CERT_HAS_EXPIRED`), a redirect with the origin that it leads to, or that an API request returned an HTML page, which happens when the
 * URL belongs to another site.
 */
export async function fetchFromSite(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetchWithSecret(input, init).catch((cause: unknown) => {
    throw new TypeError(`fetch failed: ${codeOf(cause)}`, { cause })
  })
  // A stored file may be HTML. An HTML response to any other request does not come from this backend, but from another site at the
  // configured URL.
  const isFile = response.ok && /^\/storage\/v1\/object\/(?!list\/)/.test(new URL(response.url).pathname)
  if (!isFile && response.headers.get('content-type')?.startsWith('text/html')) {
    await response.body?.cancel()
    throw new TypeError(`fetch failed: ${WEB_PAGE}`)
  }
  return response
}

/** Parses the reason from an error message of `fetchFromSite`. Returns null for any other message. */
export function parseFetchFailureReason(message: string): FetchFailureReason | null {
  const reason = /fetch failed: (.*)/.exec(message)?.[1]
  if (reason === undefined) return null
  if (reason === WEB_PAGE) return 'web page'
  if (CERTIFICATE_CODE.test(reason)) return 'certificate'
  return INTERRUPTED_CODE.test(reason) ? 'interrupted' : 'no answer'
}

/** Parses the origin that the backend redirected to from an error message of `fetchFromSite`. Returns null for any other message. */
export function parseRedirectOrigin(message: string): string | null {
  return /fetch failed: redirects to (\S+)/.exec(message)?.[1] ?? null
}

function codeOf(error: unknown): string {
  if (error instanceof UnsafeRequestError) return error.message
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  return inner instanceof Error && 'code' in inner ? String(inner.code) : String(inner)
}
