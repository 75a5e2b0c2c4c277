import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { array, looseObject, number, object, parse } from 'valibot'
import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { matchErrorMessage } from '../support/match-error-message.ts'
import {
  listChangedValues,
  openRealtimeSocket,
  parseDatabaseChange,
  waitForCondition,
} from '../support/realtime-socket.ts'
import type { TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { joinSpots, SPOTS_SUBSCRIPTION, setSpots } from './spots.ts'

const test = createCommonBackendTest()
const FILTER = {
  event: 'UPDATE',
  schema: 'public',
  table: 'app_settings',
  filter: 'key=eq.early_access_spots',
} as const
const joinReply = object({ response: object({ postgres_changes: array(looseObject({ id: number() })) }) })
const VERSIONS = ['1.0.0', '2.0.0']

type Change = { eventType: string; new: Record<string, unknown>; old: Record<string, unknown> }

function clientWith(backend: TestBackend, key: string, vsn: string): SupabaseClient {
  return createClient(backend.url, key, { auth: { persistSession: false }, realtime: { vsn } })
}

async function subscribed(channel: RealtimeChannel): Promise<string[]> {
  const states: string[] = []
  channel.subscribe((state) => states.push(state))
  await waitForCondition(() => states.includes('SUBSCRIBED'), `SUBSCRIBED after ${states}`)
  return states
}

/**
 * Sets the number of spots and waits until a second socket has received the change: if the socket under test has not received the
 * change by then, it never will.
 */
async function deliveredToOthers(backend: TestBackend, spots: number): Promise<void> {
  await using witness = await openRealtimeSocket(backend)
  await joinSpots(witness)
  await setSpots(backend, spots)
  await waitForCondition(() => listChangedValues(witness.frames).includes(String(spots)), 'a change')
}

for (const vsn of VERSIONS) {
  test(`a Realtime client receives the changes of the number of spots in order, with serializer version ${vsn}`, {
    tags: ['R7.2'],
  }, async (backend) => {
    await setSpots(backend, 10)
    const client = clientWith(backend, backend.publishableKey, vsn)
    const changes: Change[] = []
    const channel = client.channel('spots').on('postgres_changes', FILTER, (change) => changes.push(change))
    expect(await subscribed(channel)).toEqual(['SUBSCRIBED'])

    for (const spots of [9, 8, 7]) await setSpots(backend, spots)
    await waitForCondition(() => changes.at(-1)?.new['value'] === '7', 'three changes')
    // Compares only the last three changes, because the subscription may also deliver a change from just before it became active.
    const received = changes.slice(-3)
    expect(received.map((change) => change.new['value'])).toEqual(['9', '8', '7'])
    expect(received[0]).toEqual({
      ...{ schema: 'public', table: 'app_settings', eventType: 'UPDATE', errors: null },
      commit_timestamp: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
      new: { key: 'early_access_spots', value: '9', updated_at: expect.any(String) },
      old: { key: 'early_access_spots' },
    })
    expect(await client.removeChannel(channel)).toBe('ok')
    await deliveredToOthers(backend, 6)
    expect(changes.at(-1)?.new['value']).toBe('7')
    await client.realtime.disconnect()
  })
}

test('a sign-up sends the decreased number of spots to Realtime subscribers', {
  tags: ['R4.9', 'R7.2'],
}, async (backend) => {
  await setSpots(backend, 10)
  await using socket = await openRealtimeSocket(backend)
  await joinSpots(socket)
  const { error } = await backend
    .client()
    .from('early_access_users')
    .insert({ ...createTestVisitor(), is_paid: false })
  expect(error).toBeNull()
  await waitForCondition(
    () => listChangedValues(socket.frames).length > 0 && listChangedValues(socket.frames).at(-1) !== '10',
    'a change',
  )
  expect(listChangedValues(socket.frames).at(-1)).toBe('9')
})

test('a Realtime socket with the publishable key receives changes of the readable row only, one with the secret key of every row', async (backend) => {
  await using visitor = await openRealtimeSocket(backend)
  await using operator = await openRealtimeSocket(backend, { apikey: backend.secretKey })
  const everything = { postgres_changes: [{ event: '*', schema: 'public', table: 'app_settings' }] }
  await joinSpots(visitor, everything)
  await joinSpots(operator, everything)
  const settings = backend.secretClient().from('app_settings')
  await settings.insert({ key: 'a_private_note', value: 'nobody reads this' })
  await settings.update({ value: 'nor this' }).eq('key', 'a_private_note')
  await setSpots(backend, 4)
  await settings.delete().eq('key', 'a_private_note')
  await setSpots(backend, 3)

  await waitForCondition(
    () => listChangedValues(operator.frames).length === 5 && listChangedValues(visitor.frames).at(-1) === '3',
    'the last change',
  )
  expect(listChangedValues(operator.frames)).toEqual(['nobody reads this', 'nor this', '4', undefined, '3'])
  const [first, deleted, last] = visitor.frames
    .filter(({ event }) => event === 'postgres_changes')
    .map(({ payload }) => parseDatabaseChange(payload).data)
  expect([first?.record?.['value'], deleted?.type, last?.record?.['value']]).toEqual(['4', 'DELETE', '3'])
  // When a row is deleted, visitors receive the DELETE event without the row's key: the key is the name of a setting that they
  // may not read.
  expect(deleted?.old_record).toEqual({})
  expect(JSON.stringify(visitor.frames)).not.toMatch(/nobody reads this|a_private_note/)
})

test('each Realtime subscription receives only the events that match its filter, and only the selected columns', async (backend) => {
  await using socket = await openRealtimeSocket(backend, { apikey: backend.secretKey })
  const requests = [
    { event: 'INSERT', schema: 'public', table: 'app_settings' },
    { event: 'DELETE', schema: 'public', table: 'app_settings', filter: 'key=eq.note_one' },
    { event: '*', schema: 'public', table: 'app_settings', filter: 'key=in.(note_one,note_two)' },
    { event: 'UPDATE', schema: 'public' },
    {
      event: 'UPDATE',
      schema: 'public',
      table: 'app_settings',
      filter: 'value=gt.c,key=neq.note_two',
      select: ['value'],
    },
  ]
  await joinSpots(socket, { postgres_changes: requests })
  const reply = socket.frames.find(({ event }) => event === 'phx_reply')
  expect(reply?.payload).toMatchObject({
    status: 'ok',
    response: { postgres_changes: requests.map((request) => ({ ...request, id: expect.any(Number) })) },
  })
  const ids = parse(joinReply, reply?.payload).response.postgres_changes.map(({ id }) => id)

  const settings = backend.secretClient().from('app_settings')
  await settings.insert({ key: 'note_one', value: 'a' })
  await settings.update({ value: 'd' }).eq('key', 'note_one')
  await settings.delete().eq('key', 'note_one')
  await setSpots(backend, 2)
  await waitForCondition(() => listChangedValues(socket.frames).includes('2'), 'the last change')
  const received = socket.frames
    .filter(({ event }) => event === 'postgres_changes')
    .map(({ payload }) => parseDatabaseChange(payload))
  const of = (index: number) =>
    received.filter((change) => change.ids.includes(ids[index])).map(({ data }) => [data.type, data.record?.['value']])
  expect(of(0)).toEqual([['INSERT', 'a']])
  expect(of(1)).toEqual([['DELETE', undefined]])
  expect(of(2)).toEqual([
    ['INSERT', 'a'],
    ['UPDATE', 'd'],
    ['DELETE', undefined],
  ])
  expect(of(3)).toEqual([
    ['UPDATE', 'd'],
    ['UPDATE', '2'],
  ])
  expect(of(4)).toEqual([['UPDATE', 'd']])
  expect(received.find((change) => change.ids.includes(ids[4]))?.data).toMatchObject({
    record: { key: 'note_one', value: 'd' },
    columns: [{ name: 'key' }, { name: 'value' }],
  })
})

test('a Realtime subscription to a table without read access gets the same error as to a table that does not exist', async (backend) => {
  const refused = async (request: object) => {
    await using socket = await openRealtimeSocket(backend)
    const { payload } = await joinSpots(socket, { postgres_changes: [request] })
    return payload
  }
  const text =
    'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: '
  for (const table of ['early_access_users', 'mail_outbox', 'no_such_table']) {
    expect(await refused({ event: '*', schema: 'public', table })).toEqual({
      ...{ extension: 'postgres_changes', status: 'error', channel: 'test' },
      message: matchErrorMessage(`${text}[event: *, schema: public, table: ${table}]`),
    })
  }
  expect(await refused({ event: '*', schema: 'auth', table: 'users' })).toMatchObject({ status: 'error' })
  for (const filter of ['key=like.a', 'nothing=eq.1', 'key', 'updated_at=eq.noon', 'key=in.a']) {
    expect(await refused({ ...SPOTS_SUBSCRIPTION, filter })).toMatchObject({
      status: 'error',
      message: matchErrorMessage(expect.stringContaining(text)),
    })
  }
})
