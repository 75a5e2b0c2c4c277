import { parseUrl } from './parse-url.ts'

/** Thrown instead of sending a secret where it could be read. The message completes a sentence that begins with the request's address. */
export class UnsafeRequestError extends TypeError {
  override name = 'UnsafeRequestError'
}

type Network = {
  /** Allows http to any host, for a platform whose own network carries the request. */
  allowInsecureHttp?: boolean
}

/**
 * Like `fetch`, for requests that carry a key, a token or a signature. Rejects with an `UnsafeRequestError` before it sends anything over
 * http to another machine, and when the server redirects: `fetch` would repeat headers such as `apikey` and the body at the new origin.
 */
export async function fetchWithSecret(
  input: string | URL | Request,
  init?: RequestInit,
  { allowInsecureHttp = false }: Network = {},
): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input)
  if (!allowInsecureHttp && !isEncryptedOrLoopback(url)) throw new UnsafeRequestError('is not encrypted (https)')
  const response = await fetch(input, { ...init, redirect: 'manual' })
  const location = response.headers.get('location')
  if (response.status < 300 || response.status > 399 || location === null) return response
  await response.body?.cancel()
  throw new UnsafeRequestError(`redirects to ${parseUrl(location, url.href)?.origin ?? 'an invalid address'}`)
}

/** Returns whether nobody on the network can read a request to this URL: it uses https, or it does not leave this machine. */
export function isEncryptedOrLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}

/** Returns whether the `hostname` of a URL is `localhost` or a loopback address. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
