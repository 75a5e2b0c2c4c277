import { expect } from 'vitest'
import { createCommonBackendTest, testOnBackend } from '../../../tests/support/backend-test.ts'
import { runSql } from '../../../tests/support/postgres.ts'
import { FIXTURE } from './fixture.ts'

const onBackend = createCommonBackendTest(FIXTURE)

onBackend('data API filters on array, range, JSON and full-text columns return the matching rows', async (backend) => {
  const operator = backend.secretClient()
  const things = () => operator.from('things').select('name')
  const filters: [string, PromiseLike<{ data: unknown; error: unknown }>, string[]][] = [
    ['contains, a list', things().contains('tags', ['red']), ['one']],
    ['contains, text', things().contains('tags', '{green}'), ['two']],
    ['contains, JSON', things().contains('data', { size: { w: 7 } }), ['two']],
    ['containedBy', things().containedBy('tags', ['red', 'blue', 'green']), ['one', 'two']],
    ['overlaps', things().overlaps('tags', ['blue', 'black']), ['one']],
    ['eq, a list', things().filter('tags', 'eq', '{green}'), ['two']],
    ['rangeGt', things().rangeGt('span', '[0,2)'), ['two']],
    ['rangeGte', things().rangeGte('span', '[1,2)'), ['one', 'two']],
    ['rangeLt', things().rangeLt('span', '[6,9)'), ['one']],
    ['rangeLte', things().rangeLte('span', '[2,9)'), ['one', 'two']],
    ['rangeAdjacent', things().rangeAdjacent('span', '[9,12)'), ['two']],
    ['overlaps, a range', things().overlaps('span', '[4,6)'), ['one', 'two']],
    ['is true', things().is('done', true), ['one']],
    ['is unknown', things().filter('done', 'is', 'unknown'), ['three']],
    ['textSearch', things().textSearch('words', 'photo', { config: 'english' }), ['one']],
    ['a way into JSON, text', things().eq('data->size->>w', '3'), ['one']],
    ['a way into JSON, JSON', things().eq('data->list->0', '10'), ['one']],
    ['an order by JSON', things().not('data', 'is', null).order('data->size->w', { ascending: false }), ['two', 'one']],
    ['an order with nulls', things().order('done', { nullsFirst: true }).order('id'), ['three', 'two', 'one']],
    ['quantified', things().filter('id', 'gt(all)', '{1,2}'), ['three']],
  ]
  for (const [name, asked, expected] of filters) {
    const { data, error } = await asked
    expect(error, name).toBeNull()
    expect(
      (data as { name: string }[]).map((thing) => thing.name),
      name,
    ).toEqual(expected)
  }
  const parts = await operator.from('things').select('w:data->size->w, l0:data->list->>0').eq('name', 'one').single()
  expect(parts.data).toEqual({ w: 3, l0: '10' })
})

testOnBackend(
  'array, range and JSON values are stored as sent, and values of a wrong type are rejected',
  FIXTURE,
  async (backend) => {
    const operator = backend.secretClient()
    const thing = { name: 'four', tags: ['a', 'b "c"'], data: { deep: [1, { x: null }] }, span: '[1,3)', done: false }
    const { data, error } = await operator.from('things').insert(thing).select('name,tags,data,span,done').single()
    expect(error).toBeNull()
    expect(data).toEqual(thing)
    const changed = await operator
      .from('things')
      .update({ tags: [], data: null })
      .eq('name', 'four')
      .select('tags,data')
      .single()
    expect(changed.data).toEqual({ tags: [], data: null })
    expect(await operator.from('things').insert({ id: 1, name: 'five' })).toMatchObject({ error: { code: '428C9' } })
    expect(await operator.from('things').insert({ done: 'perhaps' })).toMatchObject({
      status: 400,
      error: { code: '22P02' },
    })
    expect(await operator.from('things').insert({ name: { first: 'x' } })).toMatchObject({
      status: 400,
      error: { code: '42804' },
    })
  },
)

onBackend(
  'rpc returns scalars, rows or JSON, and filters, orders, limits and counts the returned rows',
  async (backend) => {
    const operator = backend.secretClient()
    expect((await operator.rpc('add', { a: 1 })).data).toBe(11)
    expect((await operator.rpc('add', { a: 1, b: 2 })).data).toBe(3)
    expect((await operator.rpc('names')).data).toEqual(['one', 'two', 'three'])
    expect((await operator.rpc('first_thing')).data).toMatchObject({ id: 1, name: 'one' })
    expect((await operator.rpc('outs')).data).toEqual({ a: 1, b: 'x' })
    expect((await operator.rpc('echo', { j: { a: [1] } })).data).toEqual({ a: [1] })
    expect((await operator.rpc('echo', { j: null })).data).toBeNull()
    const pairs = await operator
      .rpc('pairs', { n: 5 }, { count: 'exact' })
      .gt('a', 2)
      .order('a', { ascending: false })
      .limit(2)
    expect(pairs).toMatchObject({
      status: 206,
      count: 3,
      data: [
        { a: 5, b: 'b5' },
        { a: 4, b: 'b4' },
      ],
    })
    expect((await operator.rpc('all_things').select('name').eq('id', 2).single()).data).toEqual({ name: 'two' })
    expect((await operator.rpc('pairs', { n: 2 }).csv()).data).toBe('a,b\n1,b1\n2,b2')
  },
)

onBackend(
  'each rpc error (raised, internal, ambiguous, unknown, wrong type) has its own status and error code',
  async (backend) => {
    const operator = backend.secretClient()
    expect(await operator.rpc('teapot')).toMatchObject({
      status: 418,
      error: { code: 'PT418', message: 'Short and stout', details: 'd', hint: 'h' },
    })
    expect(await operator.rpc('fault')).toMatchObject({
      status: 500,
      error: { code: 'PGRSTX00', message: 'Something went wrong on our side.', details: null, hint: null },
    })
    await expect.poll(() => backend.log()).toContain('database_fault')
    expect(await operator.rpc('same', { a: 1 })).toMatchObject({ status: 300, error: { code: 'PGRST203' } })
    expect(await operator.rpc('add', { c: 1 })).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
    expect(await operator.rpc('add', {})).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
    expect(await operator.rpc('add', { a: 'one' })).toMatchObject({ status: 400, error: { code: '22P02' } })
    expect(await operator.rpc('add', { a: 1 }).eq('x', 1)).toMatchObject({ status: 400, error: { code: 'PGRST127' } })
    expect(await operator.rpc('add', { a: 1 }).csv()).toMatchObject({ status: 406, error: { code: 'PGRST107' } })
    expect(await operator.rpc('add', { a: 1 }, { get: true })).toMatchObject({
      status: 405,
      error: { code: 'PGRST101' },
    })
  },
)

testOnBackend('the next data API request sees a column that was added or dropped by SQL', FIXTURE, async (backend) => {
  const operator = backend.secretClient()
  expect((await operator.from('things').select().limit(1)).error).toBeNull()
  await runSql(backend.databaseUrl, 'alter table public.things add column colour text, drop column done')
  expect(Object.keys((await operator.from('things').select().limit(1).single()).data)).toContain('colour')
  expect(await operator.from('things').select('done')).toMatchObject({ status: 400, error: { code: '42703' } })
})
