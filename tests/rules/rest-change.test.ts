import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { matchErrorMessage } from '../support/match-error-message.ts'
import type { TestBackend } from '../support/start-backend.ts'

const test = createCommonBackendTest()

function ownRows(backend: TestBackend) {
  const prefix = `own_${crypto.randomUUID().slice(0, 8)}_`
  const table = () => backend.secretClient().from('app_settings')
  return {
    table,
    key: (name: string) => prefix + name,
    pairs: (values: Record<string, string>) =>
      Object.entries(values).map(([name, value]) => ({ key: prefix + name, value })),
    async rows() {
      const { data } = await table().select('key, value').like('key', `${prefix}%`).order('key')
      return Object.fromEntries((data ?? []).map(({ key, value }) => [key.slice(prefix.length), value]))
    },
  }
}

test('an insert returns 201, without a body unless return=representation is requested', async (backend) => {
  const { table, key, pairs, rows } = ownRows(backend)
  expect(await table().insert({ key: key('a'), value: '1' })).toMatchObject({ status: 201, data: null, error: null })
  const single = table().insert({ key: key('b'), value: '2' })
  expect(await single.select('value').single()).toMatchObject({ status: 201, data: { value: '2' } })
  const many = pairs({ c: '3', d: '4' })
  const inserted = await table().insert(many, { count: 'exact' }).select('value').order('value', { ascending: false })
  expect(inserted).toMatchObject({ status: 201, count: 2, data: [{ value: '4' }, { value: '3' }] })
  expect(await rows()).toEqual({ a: '1', b: '2', c: '3', d: '4' })
})

test('an insert of several rows is rolled back completely if one row violates a unique constraint', async (backend) => {
  const { table, pairs, rows } = ownRows(backend)
  const { error, status } = await table().insert([...pairs({ a: '1' }), ...pairs({ a: '2' })])
  expect([status, error?.code]).toEqual([409, '23505'])
  expect(await rows()).toEqual({})
})

test('in an insert of several rows, a missing column is null, or its default with missing=default', async (backend) => {
  const { table, key, pairs } = ownRows(backend)
  const mixed = [{ key: key('a'), value: '1', updated_at: '2020-01-02T03:04:05Z' }, ...pairs({ b: '2' })]
  expect(await table().insert(mixed)).toMatchObject({ status: 400, error: { code: '23502' } })
  const { data, error } = await table().insert(mixed, { defaultToNull: false }).select('updated_at').order('key')
  expect(error).toBeNull()
  expect(data?.[0]).toEqual({ updated_at: '2020-01-02T03:04:05+00:00' })
  expect(data?.[1]?.updated_at.slice(0, 4)).toBe(String(new Date().getUTCFullYear()))
})

test('an insert of an empty array returns 201 and an empty array', async (backend) => {
  const { table } = ownRows(backend)
  expect(await table().insert([]).select()).toMatchObject({ status: 201, data: [] })
})

test('an upsert merges or ignores duplicates, and gets 400 if on_conflict names a column without a unique constraint', async (backend) => {
  const { table, key, pairs, rows } = ownRows(backend)
  expect(await table().upsert({ key: key('a'), value: '1' })).toMatchObject({ status: 201, error: null })
  const second = table().upsert({ key: key('a'), value: '2' })
  expect(await second.select('value')).toMatchObject({ status: 200, data: [{ value: '2' }] })
  const both = table().upsert(pairs({ a: '3', b: '1' }), { onConflict: 'key', ignoreDuplicates: true })
  expect(await both.select('value')).toMatchObject({ status: 201, data: [{ value: '1' }] })
  expect(await rows()).toEqual({ a: '2', b: '1' })
  const noConstraint = await table().upsert({ key: key('a'), value: '5' }, { onConflict: 'value' })
  expect(noConstraint).toMatchObject({ status: 400, error: { code: '42P10' } })
})

test('an update changes the rows that match its filters, and returns 204, or 200 with the changed rows if requested', async (backend) => {
  const { table, key, pairs, rows } = ownRows(backend)
  await table().insert(pairs({ a: '1', b: '1' }))
  expect(await table().update({ value: '2' }).eq('key', key('a'))).toMatchObject({ status: 204, data: null })
  const counted = await table().update({ value: '3' }, { count: 'exact' }).eq('key', key('b')).select('value')
  expect(counted).toMatchObject({ status: 200, count: 1, data: [{ value: '3' }] })
  expect(await table().update({ value: '4' }).eq('key', key('none')).select()).toMatchObject({ status: 200, data: [] })
  expect(await rows()).toEqual({ a: '2', b: '3' })
})

test('a delete removes the rows that match its filters, and returns 204, or 200 with the deleted rows if requested', async (backend) => {
  const { table, key, rows } = ownRows(backend)
  await table().insert(['a', 'b', 'c'].map((name) => ({ key: key(name), value: name })))
  expect(await table().delete().eq('key', key('a'))).toMatchObject({ status: 204, data: null })
  const counted = await table().delete({ count: 'exact' }).eq('key', key('b')).select('value')
  expect(counted).toMatchObject({ status: 200, count: 1, data: [{ value: 'b' }] })
  expect(await rows()).toEqual({ c: 'c' })
})

test('an update or delete without a filter is rejected with 400 and changes nothing', async (backend) => {
  const { table } = ownRows(backend)
  const before = await table().select('*', { count: 'exact', head: true })
  expect(await table().update({ value: 'x' })).toMatchObject({
    status: 400,
    error: { code: '21000', message: matchErrorMessage('UPDATE requires a WHERE clause'), details: null, hint: null },
  })
  const message = matchErrorMessage('DELETE requires a WHERE clause')
  expect(await table().delete()).toMatchObject({ error: { code: '21000', message } })
  expect((await table().select('*', { count: 'exact', head: true })).count).toBe(before.count)
})

test('a write that affects several rows is rolled back with 406 when a single object is requested', async (backend) => {
  const { table, pairs, rows } = ownRows(backend)
  const two = pairs({ a: '1', b: '1' })
  await table().insert(two)
  const keys = two.map((row) => row.key)
  const tooMany = { status: 406, error: { code: 'PGRST116', details: matchErrorMessage('The result contains 2 rows') } }
  expect(await table().update({ value: '2' }).in('key', keys).select().single()).toMatchObject(tooMany)
  expect(await table().delete().in('key', keys).select().single()).toMatchObject(tooMany)
  const inserted = table().insert(pairs({ c: '1', d: '1' }))
  expect(await inserted.select().single()).toMatchObject(tooMany)
  expect(await rows()).toEqual({ a: '1', b: '1' })
})

test('an update or delete that affects more rows than max-affected gets 400 and is rolled back', async (backend) => {
  const { table, key, rows } = ownRows(backend)
  const keys = ['a', 'b'].map(key)
  await table().insert(keys.map((name) => ({ key: name, value: '1' })))
  const refused = { status: 400, error: { code: 'PGRST124', details: matchErrorMessage('The query affects 2 rows') } }
  const strict = 'handling=strict, max-affected='
  const update = (value: string) => table().update({ value }).in('key', keys)
  expect(await update('2').setHeader('Prefer', `${strict}1`)).toMatchObject(refused)
  expect(await table().delete().in('key', keys).setHeader('Prefer', `${strict}1`)).toMatchObject(refused)
  expect(await update('3').setHeader('Prefer', `${strict}2`)).toMatchObject({ status: 204 })
  expect(await rows()).toEqual({ a: '3', b: '3' })
})

test('an update with Prefer: tx=rollback returns the changed rows and is rolled back', async (backend) => {
  const { table, key, rows } = ownRows(backend)
  await table().insert({ key: key('a'), value: '1' })
  const tried = await table().update({ value: '2' }).eq('key', key('a')).select('value').rollback()
  expect(tried).toMatchObject({ status: 200, data: [{ value: '2' }] })
  expect(await rows()).toEqual({ a: '1' })
})

test('an update or delete with a limit gets 400 with PGRST127 (not implemented)', async (backend) => {
  const { table, key } = ownRows(backend)
  const error = { code: 'PGRST127', message: matchErrorMessage('Feature not implemented') }
  const notImplemented = { status: 400, error }
  expect(await table().update({ value: '2' }).eq('key', key('a')).select().limit(1)).toMatchObject(notImplemented)
  expect(await table().delete().eq('key', key('a')).select().range(0, 1)).toMatchObject(notImplemented)
})

test('the data API returns numeric values with every digit and timestamps in UTC', async (backend) => {
  const email = `kai.${crypto.randomUUID()}@example.com`
  const answer = await fetch(`${backend.url}/rest/v1/early_access_users?select=amount::text,created_at`, {
    method: 'POST',
    headers: { apikey: backend.secretKey, 'content-type': 'application/json', prefer: 'return=representation' },
    body: `{"name":"Kai Meyer","email":"${email}","amount":12345678.10,"created_at":"2026-01-02T03:04:05.123456+02:00"}`,
  })
  expect(await answer.json()).toEqual([{ amount: '12345678.10', created_at: '2026-01-02T01:04:05.123456+00:00' }])
})

test('an rpc request calls a database function by name with named arguments', async (backend) => {
  const operator = backend.secretClient()
  const mail = await operator.rpc('claim_mail', { limit_to: 0, lease_seconds: 1 })
  expect(mail).toMatchObject({ status: 200, data: [], error: null })
  const id = crypto.randomUUID()
  const ended = await operator.rpc('end_act', { act_id: 0, outcome: 'done' })
  expect(ended).toMatchObject({ status: 204, data: null, error: null })
  expect(await operator.rpc('retry_mail', { mail_id: id })).toMatchObject({ status: 200, data: false })
  const email = `lena.${crypto.randomUUID()}@example.com`
  const message = { name: 'Lena Vogt', email, message: 'Hello' }
  const stored = await operator.rpc('store_contact_message', { ...message, source: '192.0.2.1' })
  expect(stored).toMatchObject({ status: 200, data: expect.stringMatching(/^[\da-f-]{36}$/) })
  const { data } = await operator.from('contact_messages').select('message').eq('email', email)
  expect(data).toEqual([{ message: 'Hello' }])
})
