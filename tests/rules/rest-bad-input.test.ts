import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

const test = createCommonBackendTest()

type Sent = {
  path?: string
  method?: string
  headers?: Record<string, string>
  body?: string
  key?: string
}

async function send(backend: TestBackend, { path = '/early_access_users', method = 'POST', headers, body, key }: Sent) {
  const answer = await fetch(`${backend.url}/rest/v1${path}`, {
    method,
    headers: { apikey: key ?? backend.publishableKey, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await answer.text()
  return { status: answer.status, text, body: text === '' ? null : JSON.parse(text) }
}

test('a sign-up with an amount that is out of range or not a number gets 400', async (backend) => {
  for (const amount of ['1e999999', '99999999999', '-1', '0.001e-400', '"12,5"', '"Infinity"', '"NaN"']) {
    const { name, email } = createTestVisitor()
    const body = `{"name":"${name}","email":"${email}","is_paid":true,"order_id":"cs_${amount.length}","amount":${amount}}`
    const answer = await send(backend, { body })
    expect(answer.status, `${amount}: ${answer.text}`).toBe(400)
  }
})

const queries = [
  'select=*;drop table app_settings',
  "key=eq.' or 1=1 --",
  'key=eq.%00',
  'key=in.(a,b',
  'key=is.anything',
  'or=(key.eq.a',
  `or=${'(and'.repeat(500)}`,
  'order=key.up',
  'order=(select 1)',
  'limit=1e9',
  'offset=99999999999999999999',
  'select=key::pg_read_file',
  'select=pg_sleep(10)',
  'select=key->a->>b->c',
  'key=fts(no_such_config).x',
  'key=match.(',
  `key=match.${'(a{1,255}'.repeat(20)}${')'.repeat(20)}`,
  'value=cs.{a}',
  'updated_at=gt.yesterday at noon or so',
  'columns="',
  '__proto__=eq.1',
  'constructor=eq.1',
  'key=eq(any).{a',
  '%=eq.1',
]

test('a malformed or malicious query on app_settings either gets a 4xx error or reveals no hidden row', async (backend) => {
  for (const query of queries) {
    const answer = await send(backend, {
      path: `/app_settings?${encodeURI(query).replaceAll('%25', '%')}`,
      method: 'GET',
    })
    const label = `${query.slice(0, 80)}: ${answer.text}`
    if (answer.status === 200) expect(answer.text, label).not.toContain('count_down_spots')
    else expect([400, 404, 413, 416], label).toContain(answer.status)
  }
})

test('the data API returns 404 for names outside the public schema and names such as __proto__, even with the secret key', async (backend) => {
  const names = [
    'auth.users',
    'pg_catalog.pg_class',
    'pg_authid',
    'attempts',
    'private.attempts',
    'schema_migrations',
    '"',
    "x'y",
    'a%20b',
    '%00',
    '__proto__',
    'constructor',
    'toString',
  ]
  for (const name of names) {
    for (const path of [`/${name}?select=*`, `/rpc/${name}`]) {
      const answer = await send(backend, {
        path,
        method: path.startsWith('/rpc') ? 'POST' : 'GET',
        key: backend.secretKey,
      })
      expect(answer.status, `${path}: ${answer.text}`).toBe(404)
    }
  }
})

test('a data API request body may have up to 16 kB with the publishable key and 1 MB with the secret key', async (backend) => {
  const row = (length: number) => JSON.stringify({ key: 'big', value: 'x'.repeat(length) })
  const path = '/app_settings'
  expect(await send(backend, { path, body: row(17_000) })).toMatchObject({
    status: 413,
    body: { code: 'body_too_large' },
  })
  const key = backend.secretKey
  // The server accepts a body of this size. The table's check constraint, at most a thousand characters, then rejects the value.
  expect(await send(backend, { path, key, body: row(1_000_000) })).toMatchObject({
    status: 400,
    body: { code: '23514' },
  })
  expect(await send(backend, { path, key, body: row(1_100_000) })).toMatchObject({ status: 413 })
})

test('a data API request with a content type other than JSON, or with a content encoding, gets 415', async (backend) => {
  const body = JSON.stringify(createTestVisitor())
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/json; charset=utf-16',
    'nonsense',
  ]) {
    expect(await send(backend, { headers: { 'content-type': type }, body }), type).toMatchObject({ status: 415 })
  }
  expect(await send(backend, { headers: { 'content-encoding': 'gzip' }, body })).toMatchObject({ status: 415 })
})
