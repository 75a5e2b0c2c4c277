const WEB_PAGE = 'answered with a web page'

/** The codes under which Node refuses a certificate: expired, self-signed, of another host, or of an unknown authority. */
const CERTIFICATE_CODE = /CERT_|_CERT$|_CERT_|SELF_SIGNED|UNABLE_TO_VERIFY/

/** Why a request failed, read from an error's message. The clients of supabase-js keep the message of an error and drop its cause. */
export type FetchFault = 'certificate' | 'web page' | 'no answer'

/**
 * Like `fetch`, but rejects with a message that names the reason: the system's error code (`ECONNREFUSED`, `CERT_HAS_EXPIRED`), or that an
 * API request returned an HTML page, which happens when the address belongs to another site.
 */
export async function siteFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init).catch((cause: unknown) => {
    throw new TypeError(`fetch failed: ${codeOf(cause)}`, { cause })
  })
  // A stored file may be HTML. An error page, or a page where the list of files was requested, comes from a server that is not ours.
  const isFile = answer.ok && /^\/storage\/v1\/object\/(?!list\/)/.test(new URL(answer.url).pathname)
  if (!isFile && answer.headers.get('content-type')?.startsWith('text/html')) {
    await answer.body?.cancel()
    throw new TypeError(`fetch failed: ${WEB_PAGE}`)
  }
  return answer
}

/** The fault that a message of `siteFetch` names, or null for a message of anything else. */
export function faultOf(message: string): FetchFault | null {
  const reason = /fetch failed: (.*)/.exec(message)?.[1]
  if (reason === undefined) return null
  if (reason === WEB_PAGE) return 'web page'
  return CERTIFICATE_CODE.test(reason) ? 'certificate' : 'no answer'
}

function codeOf(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  return inner instanceof Error && 'code' in inner ? String(inner.code) : String(inner)
}
