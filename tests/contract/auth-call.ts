import { expect } from 'vitest'
import type { Backend } from '../support/start-backend.ts'

/** Tests come from one address and many at a time: nothing is counted closely unless a test is about that. */
export const ROOMY_AUTH = {
  AUTH_EMAIL_MAX_FREQUENCY: '0',
  AUTH_SMS_MAX_FREQUENCY: '0',
  AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS: '100000',
  AUTH_RATE_LIMIT_TOKEN_REFRESH: '100000',
  AUTH_RATE_LIMIT_TOKEN_VERIFICATIONS: '100000',
  AUTH_RATE_LIMIT_ANONYMOUS_USERS: '100000',
  AUTH_RATE_LIMIT_EMAIL_SENT: '100000',
  AUTH_RATE_LIMIT_SMS_SENT: '100000',
}

/** What a call carries besides its path. `apikey: null` sends none. */
export type CallOptions = {
  body?: unknown
  bearer?: string | undefined
  apikey?: string | null
  headers?: Record<string, string>
}

/** JSON as it was parsed, before anything is known of it: what it holds is what a test is about. */
export type Parsed = ReturnType<typeof JSON.parse>

/** An answer of the auth service, read. `body` is what its JSON says, or its text when it is none. */
export type AuthAnswer = { status: number; headers: Headers; body: Parsed }

/** Calls the auth service past the client library: `call(backend, 'POST /signup', { body })`. Follows no redirect. */
export async function call(
  backend: Pick<Backend, 'url' | 'publishableKey'>,
  request: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'} /${string}`,
  { body, bearer, apikey = backend.publishableKey, headers = {} }: CallOptions = {},
): Promise<AuthAnswer> {
  const [method = '', path = ''] = request.split(' ')
  const answer = await fetch(`${backend.url}/auth/v1${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(apikey === null ? {} : { apikey }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: readBody(await answer.text()) }
}

/** Calls as an operator does. */
export function callAsAdmin(
  backend: Backend,
  request: Parameters<typeof call>[1],
  options: CallOptions = {},
): Promise<AuthAnswer> {
  return call(backend, request, { apikey: backend.secretKey, bearer: backend.secretKey, ...options })
}

/** A refusal in the shape for clients that name no version: its status, its code, its sentence. */
export function refusal({ status, body }: AuthAnswer): [number, string, string] {
  expect(body, JSON.stringify(body)).toMatchObject({ code: status, error_code: expect.any(String) })
  return [status, body.error_code, body.msg]
}

/** An error as the client library hands it out: status, code, sentence. */
export function problem(error: unknown): [number | undefined, string | undefined, string] {
  expect(error).toBeInstanceOf(Error)
  const { status, code, message } = error as { status?: number; code?: string; message: string }
  return [status, code, message]
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
