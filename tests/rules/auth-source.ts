import { randomInt } from 'node:crypto'
import type { TestBackend } from '../support/start-backend.ts'
import { type AuthCallOptions, callAuth, HIGH_AUTH_LIMITS } from './auth-call.ts'

/** Makes the server trust the tests as a proxy, so that the tests can choose the client IP address with X-Forwarded-For. */
export const TRUST_TEST_PROXY_ENV = { ...HIGH_AUTH_LIMITS, TRUSTED_PROXIES: '127.0.0.1,::1' }

/** Returns a random client IP address. */
export function createRandomClientIp(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}

/** Sends a request that appears to come from the given client IP address. `headers` may contain a user agent. */
export function callAuthFromClientIp(
  backend: TestBackend,
  source: string,
  request: Parameters<typeof callAuth>[1],
  { headers = {}, ...options }: AuthCallOptions = {},
) {
  return callAuth(backend, request, { ...options, headers: { 'x-forwarded-for': source, ...headers } })
}

/** Signs in with a password, with a request that appears to come from the given client IP address. */
export function signInFromIp(
  backend: TestBackend,
  source: string,
  email: string,
  password: string,
  browser = 'a browser',
) {
  const options = { body: { email, password }, headers: { 'user-agent': browser } }
  return callAuthFromClientIp(backend, source, 'POST /token?grant_type=password', options)
}
