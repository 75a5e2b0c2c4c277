import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'

const test = createCommonBackendTest()

function preflight(backend: TestBackend, origin: string, path = '/rest/v1/early_access_users') {
  return fetch(backend.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey,authorization,content-type,prefer,x-client-info',
    },
  })
}

test('every response has the security headers, whatever its path and status code', async (backend) => {
  const paths = [
    '/',
    '/nowhere',
    '/health',
    '/ready',
    '/rest/v1/app_settings',
    '/rest/v1/',
    '/rest/v1/%zz',
    '/auth/v1/.well-known/jwks.json',
  ]
  for (const path of paths) {
    const { headers } = await fetch(backend.url + path)
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
    expect(headers.get('permissions-policy'), path).toContain('geolocation=()')
    expect(headers.get('strict-transport-security'), path).toBeNull()
    expect(headers.get('server'), path).toBeNull()
    expect(headers.get('x-powered-by'), path).toBeNull()
  }
})

test('the Content-Security-Policy of a page blocks foreign scripts, plugins, framing and unsafe DOM sinks', async (backend) => {
  const policy = (await fetch(`${backend.url}/`)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/unsafe|\*/)
})

test('a response to a foreign origin has no Access-Control-Allow-Origin header', async (backend) => {
  const { port } = new URL(backend.url)
  const strangers = [
    'https://elsewhere.example',
    'null',
    `https://localhost:${port}`,
    `http://localhost.example:${port}`,
    'http://localhost',
  ]
  for (const origin of strangers) {
    expect((await preflight(backend, origin)).headers.get('access-control-allow-origin'), origin).toBeNull()
    const answer = await fetch(`${backend.url}/rest/v1/app_settings`, {
      headers: { origin, apikey: backend.publishableKey },
    })
    expect(answer.headers.get('access-control-allow-origin'), origin).toBeNull()
    expect(answer.headers.get('vary'), origin).toContain('Origin')
  }
})

test('pages of any origin may read public files, such as version.json, and no other stored file', async (backend) => {
  const path = async (name: string) => {
    const { status, headers } = await fetch(`${backend.url}/storage/v1/object/${name}`, {
      headers: { origin: 'https://elsewhere.example' },
    })
    return [status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]
  }
  expect(await path('public/downloads/latest/version.json')).toEqual([200, '*', null])
  expect(await path('public/downloads/latest/nowhere.json')).toEqual([400, '*', null])
  expect(await path('downloads/latest/version.json')).toEqual([401, null, null])
})

test('GET /.well-known/change-password redirects to the form for changing the password', async (backend) => {
  const { status, headers } = await fetch(`${backend.url}/.well-known/change-password`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([302, '/#change-password'])
  // Password managers trust the redirect only if the server does not answer 200 for every well-known address (W3C).
  const other = 'resource-that-should-not-exist-whose-status-code-should-not-be-200'
  expect((await fetch(`${backend.url}/.well-known/${other}`)).status).toBe(404)
})

test('an error response to a CORS request still has Access-Control-Allow-Origin and exposes Content-Range', async (backend) => {
  const answer = await fetch(`${backend.url}/rest/v1/nowhere`, { headers: { origin: backend.url, apikey: 'wrong' } })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('access-control-allow-origin')).toBe(backend.url)
  expect(answer.headers.get('access-control-expose-headers')).toContain('content-range')
})

test('with an https SITE_URL the server sends HSTS and allows CORS only from SITE_URL and the additional redirect URLs', async () => {
  const env = { SITE_URL: 'https://fondly.example', AUTH_ADDITIONAL_REDIRECT_URLS: 'https://beta.fondly.example/hello' }
  await using own = await startBackend({ env })
  const page = await fetch(`${own.url}/`)
  expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  for (const origin of ['https://fondly.example', 'https://beta.fondly.example']) {
    expect((await preflight(own, origin)).headers.get('access-control-allow-origin')).toBe(origin)
  }
  expect((await preflight(own, own.url)).headers.get('access-control-allow-origin')).toBeNull()
})
