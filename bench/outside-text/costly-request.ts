/** A request that a stranger can make as costly as the limits of length allow. `{turn}` in path or body differs each time. */
export type CostlyRequest = {
  what: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** A new password is hashed for it, which costs some 25 ms on purpose, on a thread of the pool. */
  hashesPassword?: boolean
}

/** Characters that fit into a request line or a header: 16 kB are for both, and the key takes some. */
export const LINE_MAX = 15_400
/** Characters of a visitor's body, and of one of the auth service. */
export const BODY_MAX = 16_000
/** See `BODY_MAX`. */
export const AUTH_BODY_MAX = 64_000

/** Repeats a text as often as it fits into `length` characters. */
export function filled(text: string, length: number): string {
  return text.repeat(Math.floor(length / text.length))
}
