import type { SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { runSql } from '../support/postgres.ts'
import type { TestBackend } from '../support/start-backend.ts'

// The site's own tables have no arrays, ranges or JSON that visitors can read, and no overloaded functions. These tests therefore
// create their own tables with direct SQL.

const TABLES = `
  create table public.things (
    id int generated always as identity primary key, name text, tags text[], data jsonb, span int4range, done boolean, words tsvector
  );
  insert into public.things (name, tags, data, span, done, words) values
    ('one', '{red,blue}', '{"size": {"w": 3}, "list": [10, 20]}', '[1,5)', true, to_tsvector('english', 'wedding photos')),
    ('two', '{green}', '{"size": {"w": 7}, "list": []}', '[5,9)', false, to_tsvector('english', 'holiday')),
    ('three', null, null, null, null, null);
  create function public.add(a int, b int default 10) returns int language sql as 'select a + b';
  create function public.same(a int) returns int language sql as 'select 1';
  create function public.same(a text) returns int language sql as 'select 2';
  create function public.names() returns setof text language sql as 'select name from things order by id';
  create function public.all_things() returns setof things language sql as 'select * from things order by id';
  create function public.first_thing() returns things language sql as 'select * from things order by id limit 1';
  create function public.pairs(n int) returns table (a int, b text) language sql as 'select g, ''b'' || g from generate_series(1, n) g';
  create function public.outs(out a int, out b text) language sql as $$ select 1, 'x' $$;
  create function public.echo(j jsonb) returns jsonb language sql as 'select j';
  create function public.teapot() returns void language plpgsql as $$ begin raise sqlstate 'PT418' using message = 'Short and stout', detail = 'd', hint = 'h'; end $$;
  create function public.fault() returns void language plpgsql as $$ begin raise sqlstate 'XX000' using message = 'the inside'; end $$;
  grant all on public.things to service_role;
  create table public.photos (id int primary key, title text);
  insert into public.photos values (1, 'Rings');
  grant select on public.photos to service_role, anon;
  create function public.loud_title(p photos) returns text stable language sql as 'select upper(p.title)';
  create function public.unnamed(json) returns json language sql as 'select $1';
  create function public.request_headers() returns json stable language sql as $$ select current_setting('request.headers')::json $$;
`

type Things = { backend: TestBackend; operator: SupabaseClient }

const onSharedBackend = createSharedBackendTest()
let created: Promise<unknown> | undefined

/** Registers a test with the tables of `TABLES`. They are created while the backend runs, so it must reload its schema cache. */
function test(title: string, run: (things: Things) => Promise<void>): void {
  onSharedBackend(title, async (backend) => {
    await (created ??= runSql(backend.databaseUrl, TABLES))
    await run({ backend, operator: backend.secretClient() })
  })
}

test('data API filters on array, range, JSON and full-text columns return the matching rows', async ({ operator }) => {
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

test('array, range and JSON values are stored as sent, and values of a wrong type are rejected', async (site) => {
  const { operator } = site
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
  await operator.from('things').delete().eq('name', 'four')
})

test('rpc returns scalars, rows or JSON, and filters, orders, limits and counts the returned rows', async (site) => {
  const { operator } = site
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
})

test('each rpc error (raised, internal, ambiguous, unknown, wrong type) has its own status and error code', async (site) => {
  const { backend, operator } = site
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
})

test('the next data API request sees a column that was added or dropped by SQL', async ({ backend, operator }) => {
  expect((await operator.from('things').select().limit(1)).error).toBeNull()
  await runSql(backend.databaseUrl, 'alter table public.things add column colour text, drop column done')
  expect(Object.keys((await operator.from('things').select().limit(1).single()).data)).toContain('colour')
  expect(await operator.from('things').select('done')).toMatchObject({ status: 400, error: { code: '42703' } })
})

const TRACE = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'a=1',
  baggage: 'b=2',
}

test('in an rpc call, the setting request.headers contains only the user agent and the trace headers', async (site) => {
  const { backend } = site
  const call = async (headers: Record<string, string>) => {
    const response = await fetch(`${backend.url}/rest/v1/rpc/request_headers`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'user-agent': 'a test', 'x-other': 'c', ...headers },
    })
    return response.json()
  }
  expect(await call(TRACE)).toEqual({ 'user-agent': 'a test', ...TRACE })
  expect(await call({ baggage: 'x'.repeat(600) })).toEqual({ 'user-agent': 'a test', baggage: 'x'.repeat(500) })
  expect(await call({})).toEqual({ 'user-agent': 'a test' })
})

test('the data API reports functions with an unnamed parameter and computed fields as non-existent', async (site) => {
  const { operator } = site
  expect(await operator.rpc('unnamed', { a: 1 })).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
  const photos = () => operator.from('photos').select('id')
  for (const attempt of [
    operator.from('photos').select('id, loud_title'),
    photos().eq('loud_title', 'RINGS'),
    photos().order('loud_title'),
  ])
    expect(await attempt).toMatchObject({ status: 400, error: { code: '42703' } })
})
