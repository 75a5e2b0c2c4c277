import { expect, test } from 'vitest'
import { findUnguardedRequests } from './outgoing-requests.ts'

test.each([
  'await fetch(`${site.url}/operations/v1/move`, { headers: { apikey: key } })',
  'createClient(url, key, {\n  auth: { persistSession: false },\n})',
  'new S3mini({ accessKeyId, requestAbortTimeout: limit(3) })',
  "import { type IncomingMessage, request } from 'node:https'",
  "import { connect } from 'node:tls'",
  "const library = await import('openid-client')",
  'nodemailer.createTransport({})',
])('findUnguardedRequests reports %j in code that holds secrets', (text) => {
  expect(findUnguardedRequests('admin/src/some.ts', `\n${text}`)).toEqual([
    expect.stringMatching(/^admin\/src\/some\.ts:2 uses .* without fetchWithSecret/),
  ])
  expect(findUnguardedRequests('admin/src/some.test.ts', text)).toEqual([])
  expect(findUnguardedRequests('website/app/some.ts', text)).toEqual([])
})

test('findUnguardedRequests accepts fetchWithSecret, clients that get it, and servers', () => {
  for (const text of [
    'await fetchWithSecret(url, init)',
    'client.fetch(url)',
    "createClient(url, key, { auth: { a: f(1) }, global: { headers: { 'x-upsert': 'true' }, fetch: fetchFromSite } })",
    "import { createServer, type IncomingMessage } from 'node:http'",
    "import { isIP } from 'node:net'",
  ])
    expect(findUnguardedRequests('server/src/some.ts', text), text).toEqual([])
})

test('findUnguardedRequests reports an exempt file that sends no request', () => {
  expect(findUnguardedRequests('admin/src/doctor/release.ts', 'await fetch(url)')).toEqual([])
  expect(findUnguardedRequests('admin/src/doctor/release.ts', '')).toEqual([
    'admin/src/doctor/release.ts sends no request: remove it from EXEMPT',
  ])
})
