import type { SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { matchErrorMessage } from '../support/match-error-message.ts'
import type { TestBackend } from '../support/start-backend.ts'

const test = createCommonBackendTest()

/** Inserts rows with a random key prefix into app_settings, the table into which the secret key may insert any rows. */
async function insertRows(backend: TestBackend, values: Record<string, string>) {
  const prefix = `rows_${crypto.randomUUID().slice(0, 8)}_`
  const operator = backend.secretClient()
  const rows = Object.entries(values).map(([key, value]) => ({ key: prefix + key, value }))
  const { error } = await operator.from('app_settings').insert(rows)
  expect(error).toBeNull()
  return {
    prefix,
    /** Selects only the inserted rows, by their random key prefix, ordered by key. */
    read: (columns = 'value', options = {}) =>
      operator.from('app_settings').select(columns, options).like('key', `${prefix}%`).order('key'),
  }
}

const fruit = { a: 'apple', b: 'banana', c: 'cherry, "sour"', d: '', e: 'date (dried)' }

type Query = ReturnType<Awaited<ReturnType<typeof insertRows>>['read']>

const filters: [
  name: string,
  filter: (query: Query) => PromiseLike<{ data: unknown; error: unknown }>,
  keys: string,
][] = [
  ['eq', (q) => q.eq('value', 'apple'), 'a'],
  ['eq with empty text', (q) => q.eq('value', ''), 'd'],
  ['eq with commas and quotes', (q) => q.eq('value', 'cherry, "sour"'), 'c'],
  ['neq', (q) => q.neq('value', 'apple'), 'bcde'],
  ['gt', (q) => q.gt('value', 'date'), 'e'],
  ['gte', (q) => q.gte('value', 'date (dried)'), 'e'],
  ['lt', (q) => q.lt('value', 'apple'), 'd'],
  ['lte', (q) => q.lte('value', ''), 'd'],
  ['like', (q) => q.like('value', '%an%'), 'b'],
  ['like with stars', (q) => q.like('value', '*err*'), 'c'],
  ['ilike', (q) => q.ilike('value', 'B%'), 'b'],
  ['likeAllOf', (q) => q.likeAllOf('value', ['a%', '%e']), 'a'],
  ['likeAnyOf', (q) => q.likeAnyOf('value', ['a%', 'd%']), 'ae'],
  ['ilikeAllOf', (q) => q.ilikeAllOf('value', ['B%', '%A']), 'b'],
  ['ilikeAnyOf', (q) => q.ilikeAnyOf('value', ['A%', 'B%']), 'ab'],
  ['regexMatch', (q) => q.regexMatch('value', '^[ac]'), 'ac'],
  ['regexIMatch', (q) => q.regexIMatch('value', '^[A-C]'), 'abc'],
  ['in', (q) => q.in('value', ['apple', 'banana', 'date (dried)']), 'abe'],
  ['in with nothing', (q) => q.in('value', []), ''],
  ['notIn', (q) => q.notIn('value', ['apple', 'banana']), 'cde'],
  ['is null', (q) => q.is('value', null), ''],
  ['not is null', (q) => q.not('value', 'is', null), 'abcde'],
  ['not eq', (q) => q.not('value', 'eq', 'apple'), 'bcde'],
  ['isDistinct', (q) => q.isDistinct('value', 'apple'), 'bcde'],
  ['match', (q) => q.match({ value: 'apple' }), 'a'],
  ['textSearch', (q) => q.textSearch('value', "'cherry' & 'sour'"), 'c'],
  ['textSearch, plain', (q) => q.textSearch('value', 'sour cherry', { type: 'plain', config: 'simple' }), 'c'],
  ['textSearch, phrase', (q) => q.textSearch('value', 'cherry sour', { type: 'phrase' }), 'c'],
  [
    'textSearch, websearch',
    (q) => q.textSearch('value', 'apple or banana', { type: 'websearch', config: 'english' }),
    'ab',
  ],
  ['filter', (q) => q.filter('value', 'in', '("apple","cherry, \\"sour\\"")'), 'ac'],
  ['or', (q) => q.or('value.eq.apple,value.like.b*'), 'ab'],
  ['or with quotes', (q) => q.or('value.eq."date (dried)",value.eq."cherry, \\"sour\\""'), 'ce'],
  ['or in or', (q) => q.or('and(value.gt.a,value.lt.b),not.or(value.gt.A,value.eq.none)'), 'ad'],
  ['two on one column', (q) => q.gt('value', 'a').lt('value', 'd'), 'abc'],
  ['on a time', (q) => q.gt('updated_at', '2020-01-01').lt('updated_at', '2999-01-01T00:00:00Z'), 'abcde'],
]

test('every supabase-js filter method returns the matching rows', async (backend) => {
  const { read, prefix } = await insertRows(backend, fruit)
  for (const [name, filter, keys] of filters) {
    const { data, error } = await filter(read('key'))
    expect(error, name).toBeNull()
    const found = (data as { key: string }[]).map(({ key }) => key.slice(prefix.length))
    expect(found.join(''), name).toBe(keys)
  }
})

test('the select parameter chooses, renames and casts columns', async (backend) => {
  const { read } = await insertRows(backend, { a: '7' })
  expect((await read('number:value::int, value')).data).toEqual([{ number: 7, value: '7' }])
  const [row] = (await read('*')).data ?? []
  expect(Object.keys(row ?? {})).toEqual(['key', 'value', 'updated_at'])
  expect(row).toMatchObject({ updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/) })
})

test('the order parameter sorts by several columns, each in its own direction', async (backend) => {
  const { prefix } = await insertRows(backend, { a: '1', b: '1', c: '2' })
  const { data } = await backend
    .secretClient()
    .from('app_settings')
    .select('key')
    .like('key', `${prefix}%`)
    .order('value', { ascending: false, nullsFirst: false })
    .order('key', { ascending: false, nullsFirst: true })
  expect(data?.map(({ key }) => key.at(-1)).join('')).toBe('cba')
})

test('limit and range return a part of the rows, and count returns the total number', async (backend) => {
  const { read } = await insertRows(backend, { a: '1', b: '2', c: '3', d: '4' })
  expect(await read().limit(2)).toMatchObject({ status: 200, data: [{ value: '1' }, { value: '2' }], count: null })
  expect(await read('value', { count: 'exact' }).range(1, 2)).toMatchObject({
    status: 206,
    data: [{ value: '2' }, { value: '3' }],
    count: 4,
  })
  expect(await read('value', { count: 'exact' })).toMatchObject({ status: 200, count: 4 })
  expect(await read('value', { count: 'planned' })).toMatchObject({ count: 4 })
  expect(await read('value', { count: 'exact', head: true })).toMatchObject({ status: 200, data: null, count: 4 })
  expect(await read('value').limit(0)).toMatchObject({ status: 200, data: [] })
})

test('a range beyond the last row returns an empty array, or 416 when the exact count is requested', async (backend) => {
  const { read } = await insertRows(backend, { a: '1' })
  expect(await read().range(5, 9)).toMatchObject({ status: 200, data: [] })
  expect(await read('value', { count: 'exact' }).range(5, 9)).toMatchObject({
    status: 416,
    error: { code: 'PGRST103', details: matchErrorMessage('An offset of 5 was requested, but there are only 1 rows.') },
  })
})

test('a Range header selects a part of the rows and gets 206 with Content-Range', async (backend) => {
  const { prefix } = await insertRows(backend, { a: '1', b: '2', c: '3' })
  const answer = await fetch(`${backend.url}/rest/v1/app_settings?select=value&key=like.${prefix}*&order=key`, {
    headers: { apikey: backend.secretKey, range: '1-1', 'range-unit': 'items', prefer: 'count=exact' },
  })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe('1-1/3')
  expect(answer.headers.get('preference-applied')).toBe('count=exact')
  expect(await answer.json()).toEqual([{ value: '2' }])
})

test('single() requires exactly one row and gets 406 otherwise, while maybeSingle() returns null for no row', async (backend) => {
  const { read } = await insertRows(backend, { a: '1', b: '2' })
  expect(await read().eq('value', '1').single()).toMatchObject({ status: 200, data: { value: '1' } })
  for (const value of ['9', '1,2']) {
    const refused = await read().in('value', value.split(',')).single()
    expect(refused).toMatchObject({
      status: 406,
      error: {
        code: 'PGRST116',
        message: matchErrorMessage('Cannot coerce the result to a single JSON object'),
        details: matchErrorMessage(`The result contains ${value === '9' ? 0 : 2} rows`),
        hint: null,
      },
    })
  }
  expect(await read().eq('value', '9').maybeSingle()).toMatchObject({ data: null, error: null })
  expect(await read().maybeSingle()).toMatchObject({ error: { code: 'PGRST116' } })
})

test('csv() returns rows as CSV and quotes values where needed', async (backend) => {
  const { read, prefix } = await insertRows(backend, fruit)
  const { data } = await read('key,value').csv()
  expect(data?.replaceAll(prefix, '')).toBe(
    'key,value\na,apple\nb,banana\nc,"cherry, ""sour"""\nd,""\ne,"date (dried)"',
  )
  expect((await read('key,value').eq('value', 'none').csv()).data).toBe('key,value')
})

test('stripNulls() omits null columns from the response', async (backend) => {
  const operator = backend.secretClient()
  const row = { name: 'Mara Kaldi', email: `mara.${crypto.randomUUID()}@example.com` }
  await operator.from('early_access_users').insert(row)
  const read = () => operator.from('early_access_users').select('name, order_id').eq('email', row.email)
  expect((await read()).data).toEqual([{ name: 'Mara Kaldi', order_id: null }])
  expect((await read().stripNulls()).data).toEqual([{ name: 'Mara Kaldi' }])
  expect((await read().stripNulls().single()).data).toEqual({ name: 'Mara Kaldi' })
})

test('a data API response has at most 1000 rows, whatever the limit', async (backend) => {
  const operator: SupabaseClient = backend.secretClient()
  const prefix = `many_${crypto.randomUUID().slice(0, 8)}_`
  const rows = Array.from({ length: 1_005 }, (_, index) => ({ key: prefix + index, value: 'x' }))
  expect((await operator.from('app_settings').insert(rows)).error).toBeNull()
  const read = () => operator.from('app_settings').select('key', { count: 'exact' }).like('key', `${prefix}%`)
  const first = await read().limit(5_000)
  expect([first.status, first.data?.length, first.count]).toEqual([206, 1_000, 1_005])
  expect((await read().range(1_000, 9_999)).data).toHaveLength(5)
})

test('a data API HEAD request returns 200 with Content-Range and an empty body', async (backend) => {
  const init = { headers: { apikey: backend.publishableKey } }
  const address = `${backend.url}/rest/v1/app_settings?select=value&key=eq.early_access_spots`
  const head = await fetch(address, { ...init, method: 'HEAD' })
  expect([head.status, await head.text(), head.headers.get('content-range')]).toEqual([200, '', '0-0/*'])
})

test('the website’s query for the number of spots returns one numeric string', {
  tags: ['R3.3', 'R7.1'],
}, async (backend) => {
  const { data, error } = await backend
    .client()
    .from('app_settings')
    .select('value')
    .eq('key', 'early_access_spots')
    .single()
  expect(error).toBeNull()
  expect(data).toEqual({ value: expect.stringMatching(/^\d+$/) })
})
