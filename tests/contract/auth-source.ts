import { randomInt } from 'node:crypto'
import type { Backend } from '../support/start-backend.ts'
import { type CallOptions, call, ROOMY_AUTH } from './auth-call.ts'

/** A server that believes what the tests, as its proxy, say about where a request comes from. */
export const BEHIND_PROXY = { ...ROOMY_AUTH, TRUSTED_PROXIES: '127.0.0.1,::1' }

/** A network source that no other test uses. */
export function aSource(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}

/** `call`, from a network source, with the name that a browser there gives itself. */
export function callFrom(
  backend: Backend,
  source: string,
  request: Parameters<typeof call>[1],
  { headers = {}, ...options }: CallOptions = {},
) {
  return call(backend, request, { ...options, headers: { 'x-forwarded-for': source, ...headers } })
}

/** Tries a password from a source. */
export function signInFrom(backend: Backend, source: string, email: string, password: string, browser = 'a browser') {
  const options = { body: { email, password }, headers: { 'user-agent': browser } }
  return callFrom(backend, source, 'POST /token?grant_type=password', options)
}
