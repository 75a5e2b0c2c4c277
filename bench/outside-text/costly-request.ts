/**
 * A request without the secret key that is as expensive to process as the length limits allow. `{turn}` in the path and the body is
 * replaced by a new number for each request.
 */
export type CostlyRequest = {
  what: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Set when the server hashes a password for the request, which deliberately takes about 25 ms in the thread pool of libuv. */
  hashesPassword?: boolean
}

/**
 * The maximum length of a request line or a header, in bytes. Node limits all headers and the request line together to 16 KiB, part
 * of which the API key occupies.
 */
export const HEADER_LINE_MAX_BYTES = 15_400
/** The maximum length of a request body without the secret key, in bytes. */
export const PUBLIC_BODY_MAX_BYTES = 16_000
/** The maximum length of a request body for the auth service, in bytes. */
export const AUTH_BODY_MAX_BYTES = 64_000

export function repeatToLength(text: string, length: number): string {
  return text.repeat(Math.floor(length / text.length))
}
