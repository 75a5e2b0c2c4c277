import { expect, test as testAlone } from 'vitest'
import { createSharedBackendTest } from '../../../tests/support/backend-test.ts'
import { createDatabase, runSql, startPostgres } from '../../../tests/support/postgres.ts'
import { listChangedValues, openRealtimeSocket, waitForCondition } from '../../../tests/support/realtime-socket.ts'
import { startBackend } from '../../../tests/support/start-backend.ts'
import { FIXTURE } from './fixture.ts'
import { joinSeats, SEATS_SUBSCRIPTION, setSeats } from './seats.ts'

const test = createSharedBackendTest(FIXTURE)

const FILTER = {
  event: 'UPDATE',
  schema: 'public',
  table: 'settings',
  filter: 'key=eq.number_of_open_seats',
} as const

for (const end of ['stop', 'kill'] as const) {
  test(`after a ${end} and start of the server, a Realtime client re-subscribes automatically and receives changes`, async (backend) => {
    const client = backend.client()
    const states: string[] = []
    const values: unknown[] = []
    client
      .channel('seats')
      .on('postgres_changes', FILTER, (change) => values.push(change.new['value']))
      .subscribe((state) => states.push(state))
    await waitForCondition(() => states.includes('SUBSCRIBED'), 'SUBSCRIBED')
    await using raw = await openRealtimeSocket(backend)
    await backend[end]()
    if (end === 'stop') expect(await raw.closed).toEqual({ code: 1001, reason: 'The server is restarting' })
    await backend.start()
    const subscriptions = () => states.filter((state) => state === 'SUBSCRIBED').length
    await waitForCondition(() => subscriptions() === 2, `SUBSCRIBED again, after ${states}`)
    expect(states).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
    await setSeats(backend, 3)
    await waitForCondition(() => values.length > 0, 'a change')
    expect(values).toEqual(['3'])
    await client.removeAllChannels()
  })
}

/**
 * SQL that simulates a restart of the database: terminates every connection of the backend, and changes a row before the backend
 * can LISTEN again.
 */
const LOST_CONNECTION = `
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
  select pg_sleep(0.05);
  update public.settings set value = '2' where key = 'number_of_open_seats';
`

test('after a lost database connection, Realtime resends rows watched by key and sends phx_error to other subscriptions', async (backend) => {
  await using watching = await openRealtimeSocket(backend)
  await using twice = await openRealtimeSocket(backend)
  await using everything = await openRealtimeSocket(backend)
  await joinSeats(watching)
  await joinSeats(twice)
  await joinSeats(everything, {
    postgres_changes: [SEATS_SUBSCRIPTION, { event: '*', schema: 'public', table: 'settings' }],
  })
  await setSeats(backend, 4)
  await waitForCondition(() => listChangedValues(everything.frames).length === 1, 'the change before')

  await runSql(backend.databaseUrl, LOST_CONNECTION)
  for (const socket of [watching, twice]) {
    await waitForCondition(() => listChangedValues(socket.frames).length === 2, 'the update that was missed')
    expect(listChangedValues(socket.frames)).toEqual(['4', '2'])
  }
  expect(await everything.next(({ event }) => event === 'phx_error')).toMatchObject({ join_ref: 'j', ref: 'j' })
  await joinSeats(everything)
  await setSeats(backend, 1)
  await waitForCondition(
    () => listChangedValues(everything.frames).includes('1') && listChangedValues(watching.frames).includes('1'),
    'the change after',
  )
  expect(listChangedValues(watching.frames)).toEqual(['4', '2', '1'])
})

test('after a lost database connection, Realtime sends no change twice', async (backend) => {
  await using socket = await openRealtimeSocket(backend)
  await joinSeats(socket)
  await setSeats(backend, 10)
  await waitForCondition(() => listChangedValues(socket.frames).includes('10'), 'the change before')
  const before = listChangedValues(socket.frames).length
  await runSql(backend.databaseUrl, LOST_CONNECTION.replace("'2'", 'value'))
  await runSql(backend.databaseUrl, 'select pg_sleep(1)')
  await waitForCondition(async () => (await fetch(`${backend.url}/ready`)).ok, 'ready')
  await setSeats(backend, 8)
  await waitForCondition(() => listChangedValues(socket.frames).includes('8'), 'the change after')
  // The assignment `value = value` changed only the timestamp of the row. The server may send that one change, but no further one.
  const after = listChangedValues(socket.frames).slice(before)
  expect(after.filter((value) => value !== '10')).toEqual(['8'])
  expect(after.length).toBeLessThanOrEqual(2)
})

test('a change written through one of two servers on a shared database reaches Realtime sockets on the other server', async (first) => {
  await using second = await startBackend({ ...FIXTURE, databaseUrl: first.databaseUrl })
  await using socket = await openRealtimeSocket(second)
  await joinSeats(socket)
  await setSeats(first, 6)
  await waitForCondition(() => listChangedValues(socket.frames).length > 0, 'the change')
  expect(listChangedValues(socket.frames)).toEqual(['6'])
})

testAlone(
  'a Realtime join while the database is unreachable gets an error reply, and the socket stays open',
  async () => {
    await using server = await startPostgres()
    const databaseUrl = await createDatabase(server.url, 'site')
    await using backend = await startBackend({ ...FIXTURE, databaseUrl })
    await using socket = await openRealtimeSocket(backend)
    await server[Symbol.asyncDispose]()
    socket.sendMessage('phx_join', { config: { postgres_changes: [SEATS_SUBSCRIPTION] } }, { ref: 'away' })
    const reason = 'UnableToConnectToProject: Realtime was unable to connect to the project database'
    expect((await socket.next(({ ref }) => ref === 'away')).payload).toEqual({ status: 'error', response: { reason } })
    socket.sendMessage('heartbeat', {}, { topic: 'phoenix', ref: 'h', join_ref: null })
    expect((await socket.next(({ ref }) => ref === 'h')).payload).toMatchObject({ status: 'ok' })
  },
)
