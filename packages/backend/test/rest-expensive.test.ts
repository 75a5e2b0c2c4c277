// Tests of single requests that could exhaust the database.
import { expect } from 'vitest'
import { createCommonBackendTest } from '../../../tests/support/backend-test.ts'
import type { TestBackend } from '../../../tests/support/start-backend.ts'
import { FIXTURE } from './fixture.ts'

const test = createCommonBackendTest(FIXTURE)

const TOO_LARGE = { status: 400, code: '22003' }
const TOO_MANY = { status: 400, code: 'PGRST100' }
const TOO_LONG = { status: 413, code: '54001' }
const OPERATORS_ONLY = { status: 400, code: 'PGRST127' }

const refused: [query: Record<string, string>, answer: { status: number; code: string }][] = [
  [{ 'value->a': `in.(${'1e131071,'.repeat(1_500)}1)` }, TOO_LARGE],
  [{ 'value->a': 'eq.[1,2E+0099999]' }, TOO_LARGE],
  [{ select: `value${'->a'.repeat(1_000)}` }, TOO_MANY],
  [{ [`value${'->a'.repeat(1_000)}`]: 'eq.1' }, TOO_MANY],
  [{ order: `value${'->a'.repeat(1_000)}` }, TOO_MANY],
  [{ or: '('.repeat(5_000) }, TOO_MANY],
  [{ order: Array.from({ length: 201 }, () => 'key').join() }, TOO_LONG],
  [{ select: Array.from({ length: 201 }, () => 'key').join() }, TOO_LONG],
  [{ select: Array.from({ length: 5_000 }, () => '*').join() }, TOO_LONG],
  [{ or: `(${'key.eq.a,'.repeat(200)}key.eq.a)` }, TOO_LONG],
  [{ or: `(${'and(key.eq.a),'.repeat(100)}key.eq.a)` }, TOO_LONG],
  [{ key: 'match.^number' }, OPERATORS_ONLY],
  [{ key: 'not.imatch.^number' }, OPERATORS_ONLY],
  [{ key: 'match(any).{number,late}' }, OPERATORS_ONLY],
  [{ key: 'imatch(all).{number,late}' }, OPERATORS_ONLY],
  [{ or: '(key.eq.a,and(key.eq.b,not.or(key.match.number,key.eq.c)))' }, OPERATORS_ONLY],
  [{ order: 'key,value->a' }, OPERATORS_ONLY],
  [{ order: 'value->>a.desc' }, OPERATORS_ONLY],
]

const SEATS = 'number_of_open_seats'

/**
 * Queries that visitors may send: their patterns are long or complex, but cheap to evaluate, and match the only row that visitors
 * may read.
 */
const found: Record<string, string>[] = [
  { key: `like.${'*'.repeat(2_000)}number${'*'.repeat(2_000)}` },
  { key: `like.${'%_'.repeat(18)}%` },
  { key: `ilike.*${'e*'.repeat(2)}*` },
  { 'value->a': `is.null` },
  { value: `not.wfts(simple).${'-a '.repeat(40)}well-known-to-all-of-us-for-years` },
  { value: `not.fts(simple).${'!a & (b | !c) & '.repeat(40)}d` },
  { 'value->a': 'is.null', or: `(value->a.eq."\\"12e12345\\"",value->a.gt.1e999,key.eq.${SEATS})` },
  { or: `(value->a.eq.${'['.repeat(30)}${']'.repeat(30)},key.eq.${SEATS})` },
  { or: `(${'key.eq.a,'.repeat(198)}key.eq.${SEATS})` },
  { key: `in.(${'a,'.repeat(5_000)}${SEATS})` },
  { order: Array.from({ length: 200 }, () => 'key').join() },
  { select: `key,${Array.from({ length: 199 }, (_, n) => `v${n}:value`).join()}` },
]

async function ask(backend: TestBackend, query: Record<string, string>, key = backend.publishableKey) {
  // Leaves brackets unescaped, because percent-encoding triples their length and fewer brackets would fit into the maximum length of a URL.
  const parts = Object.entries(query).map(
    ([name, value]) => `${name}=${value.replaceAll(/[%&#+]/g, encodeURIComponent)}`,
  )
  const answer = await fetch(`${backend.url}/rest/v1/settings?${parts.join('&')}`, { headers: { apikey: key } })
  return { status: answer.status, body: await answer.json() }
}

const shown = (query: object) => JSON.stringify(query).slice(0, 100)

test('an expensive data API query with the publishable key is rejected', async (backend) => {
  for (const [query, { status, code }] of refused) {
    expect(await ask(backend, query), shown(query)).toMatchObject({ status, body: { code } })
  }
})

/** A regular expression that takes PostgreSQL minutes. */
const ENDLESS = `match.^${'(.*)'.repeat(14)}${'\\1\\2\\3\\4\\5\\6\\7\\8\\9'.repeat(2)}x?$`

test('PostgreSQL ends an endless search by an operator, and answers other requests meanwhile', async (backend) => {
  let isOver = false
  const endless = ask(backend, { key: ENDLESS }, backend.secretKey).finally(() => {
    isOver = true
  })
  expect(await ask(backend, { key: `eq.${SEATS}` })).toMatchObject({ status: 200 })
  expect(isOver).toBe(false)
  expect(await endless).toMatchObject({ status: 503 })
})

test('a deeply nested JSON value or text search gets a status below 500', async (backend) => {
  const deep = [`eq.${'['.repeat(14_000)}`, `eq.${'{"a":'.repeat(1_500)}`, `in.(1,"${'['.repeat(14_000)}")`]
  for (const value of deep) expect((await ask(backend, { 'value->a': value })).status).toBeLessThan(500)
  for (const value of [`fts.${'('.repeat(14_000)}`, `fts.${'!'.repeat(14_000)}a`, `wfts.${'-'.repeat(12_000)}`])
    expect((await ask(backend, { value })).status).toBeLessThan(500)
})

test('a long but inexpensive data API query with the publishable key returns the matching row', async (backend) => {
  for (const query of found) {
    const { status, body } = await ask(backend, query)
    expect({ status, rows: Object.keys(body).length }, shown(query)).toEqual({ status: 200, rows: 1 })
  }
})

test('an invalid value that would cause a very large error message gets 400 with a short message', async (backend) => {
  const number = '1e131071'
  for (const [value, code] of [
    [`[${Array.from({ length: 1_500 }, () => number)}]`, 'PGRST102'],
    [number, 'PGRST102'],
    ['-12.5E-0009999', 'PGRST102'],
    [`[${Array.from({ length: 5_000 }, () => 1)}]`, '42804'],
    ['{"a":1}', '42804'],
    [`"${'maybe '.repeat(2_000)}"`, '22P02'],
  ] as const) {
    const answer = await fetch(`${backend.url}/rest/v1/guests`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: `{"name":"Ada Byron","email":"ada.byron@example.org","is_paid":${value}}`,
    })
    const text = await answer.text()
    expect({ status: answer.status, ...JSON.parse(text) }, value.slice(0, 60)).toMatchObject({ status: 400, code })
    expect(text.length).toBeLessThan(700)
  }
})
