// Tests of single requests that could exhaust the database. The embedded database runs in the server's process: an endless search or a
// stack overflow in it would stop the whole site.
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/engines.ts'
import type { TestBackend } from '../support/start-backend.ts'

const onBothEngines = createSharedBackendTest()

const TOO_DEEP = { status: 413, code: '54001' }
const TOO_COMPLEX = { status: 400, body: { code: '2201B' } }
const TOO_LARGE = { status: 400, code: '22003' }
const TOO_MANY = { status: 400, code: 'PGRST100' }
const TOO_LONG = { status: 413, code: '54001' }
const OPERATORS_ONLY = { status: 400, code: 'PGRST127' }
const everyGroup = '(.*)'.repeat(9)
const backAgain = '\\1\\2\\3\\4\\5\\6\\7\\8\\9'.repeat(2)

/** Returns a string of `count` different characters. */
const letters = (count: number) => Array.from({ length: count }, (_, n) => String.fromCodePoint(0x100 + n)).join('')

const refused: [query: Record<string, string>, answer: { status: number; code: string }][] = [
  [{ 'value->a': `eq.${'['.repeat(14_000)}` }, TOO_DEEP],
  [{ 'value->a': `eq.${'{"a":'.repeat(1_500)}` }, TOO_DEEP],
  [{ 'value->a': `eq(any).{"${'['.repeat(7_000)}"}` }, TOO_DEEP],
  [{ 'value->a': `eq.${`${'['.repeat(30)}"${']'.repeat(30)}",`.repeat(200)}` }, TOO_DEEP],
  [{ 'value->a': `eq(any).{"${`${'['.repeat(30)}\\"${']'.repeat(30)}\\",`.repeat(200)}"}` }, TOO_DEEP],
  [{ 'value->a': `in.(1,"${'['.repeat(14_000)}")` }, TOO_DEEP],
  [{ 'value->a': `cs.${'['.repeat(33)}` }, TOO_DEEP],
  [{ or: `(value->a.eq.${'['.repeat(14_000)},key.eq.a)` }, TOO_DEEP],
  [{ value: `fts.${'('.repeat(14_000)}` }, TOO_DEEP],
  [{ value: `fts.${'!'.repeat(14_000)}a` }, TOO_DEEP],
  [{ value: `wfts.${'-'.repeat(12_000)}` }, TOO_DEEP],
  [{ value: `wfts(english).${'- '.repeat(40)}a` }, TOO_DEEP],
  [{ value: `fts(simple).${'!('.repeat(40)}` }, TOO_DEEP],
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
  [{ key: 'match.^early' }, OPERATORS_ONLY],
  [{ key: 'not.imatch.^early' }, OPERATORS_ONLY],
  [{ key: 'match(any).{early,late}' }, OPERATORS_ONLY],
  [{ key: 'imatch(all).{early,late}' }, OPERATORS_ONLY],
  [{ or: '(key.eq.a,and(key.eq.b,not.or(key.match.early,key.eq.c)))' }, OPERATORS_ONLY],
  [{ order: 'key,value->a' }, OPERATORS_ONLY],
  [{ order: 'value->>a.desc' }, OPERATORS_ONLY],
]

/**
 * Pattern searches that would take PostgreSQL seconds to minutes. Visitors may not use regular expressions at all; with the secret
 * key, the server rejects these patterns.
 */
const costlyPatterns: Record<string, string>[] = [
  { key: 'match.(x{0,255}){0,255}' },
  { key: 'match.((((a?){0,9}){0,9}){0,9}){0,2}' },
  { or: `(${`key.imatch.${'.?'.repeat(120)},`.repeat(5)}key.eq.a)` },
  { key: 'match.((x{9}){9}){9}{9}' },
  { key: 'imatch.(x{0,255}){0,255}' },
  { key: 'match(any).{a,(x{0\\,255})\\{0\\,255\\}}' },
  { key: 'match(all).{"(x{\\0\\,2\\5\\5}){\\0,\\2\\5\\5}"}' },
  { key: 'match.(?x)(x{0, 2 55}){0, 2 55}' },
  { key: 'match.***:(?x)x' },
  { key: `match.${'('.repeat(5_000)}${')'.repeat(5_000)}` },
  { key: `match.${'a'.repeat(14_000)}` },
  { key: `match.^${everyGroup}${backAgain}x?$` },
  { key: `not.match.^${everyGroup}${backAgain}x?$` },
  { key: `imatch.${'[!-\u{10ffff}]'.repeat(80)}` },
  { key: `not.imatch.${'[^!-\u{10ffff}]'.repeat(70)}` },
  { key: `imatch.${'[--\\U0010ffff]'.repeat(20)}` },
  { key: `imatch(any).{"${'[!-\\\\U0010ffff]'.repeat(20)}"}` },
  { or: `(${'key.imatch."[!-\u{10ffff}]",'.repeat(40)}key.eq.a)` },
  { key: `match.(${letters(70).replaceAll(/./g, '[$&-\u0300]?')})*` },
  { key: `match.(${'[^a]?'.repeat(30)})*${letters(300)}` },
  { key: `match.(${'\\w?'.repeat(30)})*${letters(300)}` },
  { key: `match.${'(^|$)?'.repeat(11)}` },
  { key: `match.((^$)?){22}` },
  { key: `match(any).{a,"${'(^|$)?'.repeat(11)}"}` },
  { key: `match.${'(\\y|\\Y|)'.repeat(4)}${letters(100)}` },
  { key: `match.${'([[:<:]]|[[:>:]]|)'.repeat(4)}${letters(100)}` },
  { key: `match.\\y(${letters(150).replaceAll(/./g, '$&?')})*\\y` },
]

const SPOTS = 'early_access_spots'

/**
 * Queries that visitors may send: their patterns are long or complex, but cheap to evaluate, and match the only row that visitors
 * may read.
 */
const found: Record<string, string>[] = [
  { key: `like.${'*'.repeat(2_000)}early${'*'.repeat(2_000)}` },
  { key: `like.${'%_'.repeat(18)}%` },
  { key: `ilike.*${'e*'.repeat(2)}*` },
  { 'value->a': `is.null` },
  { value: `not.wfts(simple).${'-a '.repeat(40)}well-known-to-all-of-us-for-years` },
  { value: `not.fts(simple).${'!a & (b | !c) & '.repeat(40)}d` },
  { 'value->a': 'is.null', or: `(value->a.eq."\\"12e12345\\"",value->a.gt.1e999,key.eq.${SPOTS})` },
  { or: `(value->a.eq.${'['.repeat(30)}${']'.repeat(30)},key.eq.${SPOTS})` },
  { or: `(${'key.eq.a,'.repeat(198)}key.eq.${SPOTS})` },
  { key: `in.(${'a,'.repeat(5_000)}${SPOTS})` },
  { order: Array.from({ length: 200 }, () => 'key').join() },
  { select: `key,${Array.from({ length: 199 }, (_, n) => `v${n}:value`).join()}` },
]

/** Regular expressions that the server accepts from a client with the secret key. */
const patterns: Record<string, string>[] = [
  { key: 'match.^early_[a-z]{1,16}_spots$' },
  { key: 'match.^(early|late)_(?:access)_[^0-9]+$' },
  { key: 'imatch.^EARLY\\w{3,20}(?=s)s$' },
  { key: 'match(any).{late,^early}' },
  { key: `match.${'a?'.repeat(90)}early` },
  { key: `match.(${'e*|a*|'.repeat(30)}x)*` },
  { key: 'imatch.^[A-Z]+_[a-z]+_[À-ÿĀ-ſа-яa-z]+$' },
  { key: 'imatch.^[!-\u{10ffff}]+$' },
  { key: 'imatch.^[\\x41-\\u005a_]+$' },
  { key: 'imatch(any).{^late,"^[a-z]+(_\\\\w+){2}$",^a}' },
  { key: `match.${'[!-\u{10ffff}]?'.repeat(20)}early` },
  { key: 'match.^[[:alpha:]]+[^[:alpha:]][[=a=]]\\w{1,9}' },
  { key: 'imatch.\\yearly_(access|\\w+)_spots\\y' },
  { key: 'match.^(?!.*late)(?=.*spots).*(y|_)(_|$|a)' },
  { key: 'match.^([a-z]+(_|$)){3}$' },
]

async function ask(backend: TestBackend, query: Record<string, string>, key = backend.publishableKey) {
  // Leaves brackets unescaped, because percent-encoding triples their length and fewer brackets would fit into the maximum length of a URL.
  const parts = Object.entries(query).map(
    ([name, value]) => `${name}=${value.replaceAll(/[%&#+]/g, encodeURIComponent)}`,
  )
  const answer = await fetch(`${backend.url}/rest/v1/app_settings?${parts.join('&')}`, {
    headers: { apikey: key },
  })
  return { status: answer.status, body: await answer.json() }
}

const shown = (query: object) => JSON.stringify(query).slice(0, 100)

onBothEngines(
  'an expensive data API query is rejected, and the database still handles the next query',
  async (backend) => {
    for (const [query, { status, code }] of refused) {
      expect(await ask(backend, query), shown(query)).toMatchObject({ status, body: { code } })
      // Checks the error of an ordinary invalid query: it would differ if the expensive query had corrupted the parser of the
      // embedded database.
      expect(await ask(backend, { select: 'value::int', value: 'eq.x', 'value->a': 'eq.x' })).toMatchObject({
        status: 400,
        body: { code: '22P02' },
      })
    }
  },
)

onBothEngines(
  'a regular expression filter is rejected with the publishable key, and with the secret key if it would be expensive',
  async (backend) => {
    for (const query of costlyPatterns) {
      expect(await ask(backend, query), shown(query)).toMatchObject({ status: 400, body: { code: 'PGRST127' } })
      expect(await ask(backend, query, backend.secretKey), shown(query)).toMatchObject(TOO_COMPLEX)
    }
    for (const query of patterns) {
      const { status, body } = await ask(backend, { ...query, order: 'value->a' }, backend.secretKey)
      expect({ status, isFound: body.length > 0 }, shown(query)).toEqual({ status: 200, isFound: true })
    }
  },
)

onBothEngines(
  'a long but inexpensive data API query with the publishable key returns the matching row',
  async (backend) => {
    for (const query of found) {
      const { status, body } = await ask(backend, query)
      expect({ status, rows: Object.keys(body).length }, shown(query)).toEqual({ status: 200, rows: 1 })
    }
  },
)

onBothEngines(
  'an invalid value that would cause a very large error message gets 400 with a short message',
  async (backend) => {
    const number = '1e131071'
    for (const [value, code] of [
      [`[${Array.from({ length: 1_500 }, () => number)}]`, 'PGRST102'],
      [number, 'PGRST102'],
      ['-12.5E-0009999', 'PGRST102'],
      [`[${Array.from({ length: 5_000 }, () => 1)}]`, '42804'],
      ['{"a":1}', '42804'],
      [`"${'maybe '.repeat(2_000)}"`, '22P02'],
    ] as const) {
      const answer = await fetch(`${backend.url}/rest/v1/early_access_users`, {
        method: 'POST',
        headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
        body: `{"name":"Ada Byron","email":"ada.byron@example.org","is_paid":${value}}`,
      })
      const text = await answer.text()
      expect({ status: answer.status, ...JSON.parse(text) }, value.slice(0, 60)).toMatchObject({ status: 400, code })
      expect(text.length).toBeLessThan(700)
    }
  },
)
