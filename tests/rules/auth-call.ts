import { expect } from 'vitest'
import { matchErrorMessage } from '../support/match-error-message.ts'
import type { TestBackend } from '../support/start-backend.ts'

/** Effectively disables the rate limits, because the tests send many requests from one IP address and only some of them test limits. */
export const HIGH_AUTH_LIMITS = {
  AUTH_EMAIL_MAX_FREQUENCY: '0',
  AUTH_SMS_MAX_FREQUENCY: '0',
  AUTH_RATE_LIMIT_SIGN_IN_SIGN_UPS: '100000',
  AUTH_RATE_LIMIT_TOKEN_REFRESH: '100000',
  AUTH_RATE_LIMIT_TOKEN_VERIFICATIONS: '100000',
  AUTH_RATE_LIMIT_ANONYMOUS_USERS: '100000',
  AUTH_RATE_LIMIT_EMAIL_SENT: '100000',
  AUTH_RATE_LIMIT_SMS_SENT: '100000',
}

/** The parts of a request other than method and path. `apikey: null` sends no API key. */
export type AuthCallOptions = {
  body?: unknown
  bearer?: string | undefined
  apikey?: string | null
  headers?: Record<string, string>
}

/** Parsed JSON of unknown shape; the tests assert on its contents. */
export type ParsedJson = ReturnType<typeof JSON.parse>

/** A response of the auth service. `body` is its parsed JSON, or its text when it is not JSON. */
export type AuthServiceResponse = { status: number; headers: Headers; body: ParsedJson }

/** Calls the auth service without the client library: `callAuth(backend, 'POST /signup', { body })`. Does not follow redirects. */
export async function callAuth(
  backend: Pick<TestBackend, 'url' | 'publishableKey'>,
  request: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'} /${string}`,
  { body, bearer, apikey = backend.publishableKey, headers = {} }: AuthCallOptions = {},
): Promise<AuthServiceResponse> {
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

/** Calls the auth service as an admin, with the secret key. */
export function callAuthAsAdmin(
  backend: TestBackend,
  request: Parameters<typeof callAuth>[1],
  options: AuthCallOptions = {},
): Promise<AuthServiceResponse> {
  return callAuth(backend, request, { apikey: backend.secretKey, bearer: backend.secretKey, ...options })
}

/** Asserts that a response is an error and returns its status, code and message, in the format for clients that send no API version. */
export function readAuthError({ status, body }: AuthServiceResponse): [number, string, string] {
  expect(body, JSON.stringify(body)).toMatchObject({ code: status, error_code: expect.any(String) })
  return [status, body.error_code, body.msg]
}

/** Returns the status, code and message of an error from the client library. */
export function readClientError(error: unknown): [number | undefined, string | undefined, string] {
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

/** Expects a response of the service, or an error of the client library, with a status, a code and a message, which another backend may word differently. */
export function expectAuthError(
  found: unknown,
  status: number,
  code: string,
  message: unknown = expect.any(String),
): void {
  const error = found instanceof Error ? readClientError(found) : readAuthError(found as AuthServiceResponse)
  expect(error).toEqual([status, code, matchErrorMessage(message)])
}
