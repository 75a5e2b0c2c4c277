/**
 * A request without a secret key that is as expensive to process as the length limits allow. `{turn}` in the path and the body is replaced
 * by a new number each time.
 */
export type CostlyRequest = {
  what: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** The server hashes a password for it, which deliberately takes about 25 ms in the thread pool of libuv. */
  hashesPassword?: boolean
}

/** The maximum length of a request line or a header. Node limits both together to 16 KiB, and the API key takes some of it. */
export const LINE_MAX = 15_400
/** The maximum length of a request body without a secret key. */
export const BODY_MAX = 16_000
/** The maximum length of a request body for the auth service. */
export const AUTH_BODY_MAX = 64_000

export function filled(text: string, length: number): string {
  return text.repeat(Math.floor(length / text.length))
}
