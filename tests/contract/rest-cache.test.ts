import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { createSharedBackendTest } from '../support/backend-test.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { setSpots, waitForCondition } from './realtime-socket.ts'
import { testWithSql } from './test-with-sql.ts'

// The server caches responses to the reads of visitors. These tests assert that a cached response is never outdated.

const test = createSharedBackendTest()

async function readSpots(backend: TestBackend): Promise<number> {
  const { data, error } = await backend
    .client()
    .from('app_settings')
    .select('value')
    .eq('key', 'early_access_spots')
    .single<{ value: string }>()
  if (error) throw error
  return Number(data.value)
}

test('a data API read right after a write through the same server returns the new value, not a stale cache entry', async (backend) => {
  for (let spots = 100; spots > 80; spots -= 1) {
    await setSpots(backend, spots)
    expect(await readSpots(backend)).toBe(spots)
  }
  const { error } = await backend.client().from('early_access_users').insert(createTestVisitor())
  expect(error).toBeNull()
  expect(await readSpots(backend)).toBe(80)
})

test('under concurrent writes, a cached data API read is never older than the last acknowledged write', async (backend) => {
  let written = 1_000
  await setSpots(backend, written)
  let isWriting = true
  const writing = (async () => {
    for (let spots = 1_001; spots <= 1_040; spots += 1) {
      await setSpots(backend, spots)
      written = spots
    }
  })().finally(() => {
    isWriting = false
  })
  const stale: { read: number; written: number }[] = []
  let reads = 0
  const reader = async () => {
    while (isWriting) {
      const before = written
      const read = await readSpots(backend)
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
      .from('app_settings')
      .select('key')
      .order('key')
      .overrideTypes<{ key: string }[], { merge: false }>()
    return data?.map(({ key }) => key)
  }
  for (const _ of [1, 2]) {
    expect((await keys(backend.secretClient()))?.length).toBeGreaterThan(1)
    expect(await keys(backend.client())).toEqual(['early_access_spots'])
  }
})

test('a cached response equals the first except for its request id, and is still refused without a valid API key', async (backend) => {
  const ask = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${backend.url}/rest/v1/app_settings?select=value&key=eq.early_access_spots`, { method, headers })
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
    await using second = await startBackend({ databaseUrl })
    expect([await readSpots(backend), await readSpots(second)]).toEqual([10, 10])
    await setSpots(second, 7)
    await waitForCondition(async () => (await readSpots(backend)) === 7, 'the write of the other server')
    await sql(`update public.app_settings set value = '6' where key = 'early_access_spots'`)
    await waitForCondition(
      async () => (await readSpots(backend)) === 6 && (await readSpots(second)) === 6,
      'the write in SQL',
    )

    // Terminates the LISTEN connection, and changes a row while the connection is down.
    await sql(`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
    update public.app_settings set value = '5' where key = 'early_access_spots';
  `)
    await waitForCondition(async () => (await fetch(`${backend.url}/ready`)).ok, 'ready again')
    expect(await readSpots(backend)).toBe(5)

    await sql('drop policy visitors_read_spots on public.app_settings')
    await pause(1_000)
    const { data } = await backend.client().from('app_settings').select('value')
    expect(data).toEqual([])
  },
)
