import { FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { createCommonBackendTest } from '../../../tests/support/backend-test.ts'
import type { TestBackend } from '../../../tests/support/start-backend.ts'
import { FIXTURE } from './fixture.ts'

const onBackend = createCommonBackendTest(FIXTURE)

function post(backend: TestBackend, name: string, init: RequestInit = {}): Promise<Response> {
  const headers = { apikey: backend.publishableKey, 'content-type': 'application/json', ...init.headers }
  return fetch(`${backend.url}/functions/v1/${name}`, { method: 'POST', ...init, headers })
}

onBackend(
  'the functions endpoint returns a JSON error for an unknown function or an invalid body, content type, key or method',
  async (backend) => {
    for (const [name, init, status] of [
      ['unheard-of', { body: '{}' }, 404],
      ['toString', { body: '{}' }, 404],
      ['..%2fsecrets', { body: '{}' }, 404],
      ['summary', { body: '{' }, 400],
      ['summary', { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
      ['summary', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
      ['summary', { body: `{"title":"${'x'.repeat(17_000)}"}` }, 413],
      ['summary', { body: '{}', headers: { apikey: 'nonsense' } }, 401],
      ['summary', { method: 'GET' }, 405],
      ['summary', { method: 'DELETE' }, 405],
    ] as const) {
      const response = await post(backend, name, init)
      expect([name, response.status]).toEqual([name, status])
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      expect(await response.json()).toEqual({ success: false, error: expect.any(String) })
    }
  },
)

onBackend(
  'invoking an edge function with an invalid bearer token gives a FunctionsRelayError with status 401 in functions-js',
  async (backend) => {
    const headers = { authorization: 'Bearer nonsense' }
    const { error } = await backend.client().functions.invoke('summary', { body: {}, headers })
    expect(error).toBeInstanceOf(FunctionsRelayError)
    expect(error.context.status).toBe(401)
    const faulty = await backend.client().functions.invoke('summary', { body: {} })
    expect(faulty.error).toBeInstanceOf(FunctionsHttpError)
  },
)

onBackend("edge functions send Access-Control-Allow-Origin only to the site's own origin", async (backend) => {
  const headers = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'apikey,content-type' }
  const allowedFor = async (origin: string) => {
    const init = { method: 'OPTIONS', headers: { ...headers, origin } }
    return (await post(backend, 'summary', init)).headers.get('access-control-allow-origin')
  }
  expect(await allowedFor(backend.url)).toBe(backend.url)
  expect(await allowedFor('https://evil.example')).toBeNull()
})
