import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../../../tests/support/backend-test.ts'
import { waitForCondition } from '../../../tests/support/realtime-socket.ts'
import { startBackend, type TestBackend } from '../../../tests/support/start-backend.ts'
import { createTestVisitor } from '../../../tests/support/test-visitor.ts'
import { testWithSql } from '../../../tests/support/test-with-sql.ts'
import { FIXTURE } from './fixture.ts'
import { setSeats } from './seats.ts'

const CACHED = { ...FIXTURE, env: { ACCELERATION: 'true' } }

// The server caches responses to the reads of visitors. These tests assert that a cached response is never outdated.

const test = createSharedBackendTest(CACHED)

async function readSeats(backend: TestBackend): Promise<number> {
  const { data, error } = await backend
    .client()
    .from('settings')
    .select('value')
    .eq('key', 'number_of_open_seats')
    .single<{ value: string }>()
  if (error) throw error
  return Number(data.value)
}

test('a data API read right after a write through the same server returns the new value, not a stale cache entry', async (backend) => {
  for (let seats = 100; seats > 80; seats -= 1) {
    await setSeats(backend, seats)
    expect(await readSeats(backend)).toBe(seats)
  }
  const { error } = await backend.client().from('guests').insert(createTestVisitor())
  expect(error).toBeNull()
  expect(await readSeats(backend)).toBe(80)
})

test('under concurrent writes, a cached data API read is never older than the last acknowledged write', async (backend) => {
  let written = 1_000
  await setSeats(backend, written)
  let isWriting = true
  const writing = (async () => {
    for (let seats = 1_001; seats <= 1_040; seats += 1) {
      await setSeats(backend, seats)
      written = seats
    }
  })().finally(() => {
    isWriting = false
  })
  const stale: { read: number; written: number }[] = []
  let reads = 0
  const reader = async () => {
    while (isWriting) {
      const before = written
      const read = await readSeats(backend)
      reads += 1
      if (read < before) stale.push({ read, written: before })
    }
  }
  await Promise.all([writing, reader(), reader(), reader(), reader()])
  expect(stale).toEqual([])
  expect(reads).toBeGreaterThan(40)
})

test('a response cached for the secret key is never served to a request with the publishable key', async (backend) => {
  const keys = async (client: ReturnType<TestBackend['client']>) => {
    const { data } = await client
      .from('settings')
      .select('key')
      .order('key')
      .overrideTypes<{ key: string }[], { merge: false }>()
    return data?.map(({ key }) => key)
  }
  for (const _ of [1, 2]) {
    expect((await keys(backend.secretClient()))?.length).toBeGreaterThan(1)
    expect(await keys(backend.client())).toEqual(['number_of_open_seats'])
  }
})

test('a cached response equals the first except for its request id, and is still refused without a valid API key', async (backend) => {
  const ask = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${backend.url}/rest/v1/settings?select=value&key=eq.number_of_open_seats`, { method, headers })
  const apikey = backend.publishableKey
  const [first, again] = [await ask({ apikey }), await ask({ apikey })]
  const lines = ({ headers }: Response) => [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
  expect(lines(again)).toEqual(lines(first))
  expect(again.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  const body = await first.text()
  expect(await again.text()).toBe(body)

  for (const headers of [{}, { apikey: `${apikey}x` }, { apikey, authorization: 'Bearer no.such.token' }]) {
    expect((await ask(headers)).status).toBe(401)
  }
  const origin = new URL(backend.url).origin
  expect((await ask({ apikey, origin })).headers.get('access-control-allow-origin')).toBe(origin)
  const elsewhere = await ask({ apikey, origin: 'https://elsewhere.example' })
  expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull()
  expect(await (await ask({ apikey, accept: 'application/vnd.pgrst.object+json' })).text()).toBe(body.slice(1, -1))
  expect((await ask({ apikey, prefer: 'count=exact' })).headers.get('content-range')).toBe('0-0/1')
  expect((await ask({ apikey, 'accept-profile': 'auth' })).status).toBe(406)
  expect(await (await ask({ apikey }, 'HEAD')).text()).toBe('')
})

testWithSql(
  'the response cache is invalidated by writes through another server or SQL, and within a second by a policy change',
  async (backend, sql) => {
    const { databaseUrl } = backend
    if (databaseUrl === null) throw new Error('There is no database to share.')
    await using second = await startBackend({ ...CACHED, databaseUrl })
    expect([await readSeats(backend), await readSeats(second)]).toEqual([10, 10])
    await setSeats(second, 7)
    await waitForCondition(async () => (await readSeats(backend)) === 7, 'the write of the other server')
    await sql(`update public.settings set value = '6' where key = 'number_of_open_seats'`)
    await waitForCondition(
      async () => (await readSeats(backend)) === 6 && (await readSeats(second)) === 6,
      'the write in SQL',
    )

    // Terminates the LISTEN connection, and changes a row while the connection is down.
    await sql(`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
    update public.settings set value = '5' where key = 'number_of_open_seats';
  `)
    await waitForCondition(async () => (await fetch(`${backend.url}/ready`)).ok, 'ready again')
    expect(await readSeats(backend)).toBe(5)

    await sql('drop policy visitors_read_seats on public.settings')
    await pause(1_000)
    const { data } = await backend.client().from('settings').select('value')
    expect(data).toEqual([])
  },
  CACHED,
)
