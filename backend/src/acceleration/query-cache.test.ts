import { expect, test, vi } from 'vitest'
import type { Caller, NotificationListener } from '../database/database.ts'
import { ROW_CHANGE_CHANNEL } from '../database/row-change.ts'
import type { TableAccess } from '../database/table-access-store.ts'
import type { ReadQuery, StatementResult } from '../rest/rows-store.ts'
import { QueryCache } from './query-cache.ts'

const visitor: Caller = { role: 'anon', claims: { role: 'anon' }, source: '192.0.2.1' }
const announced: TableAccess = { columns: [], primaryKey: [], isRowSecured: true, rule: 'true', readsClaims: false }
const table = { name: 'settings', columns: [], primaryKey: [] }
const query: ReadQuery = {
  select: ['*'],
  conditions: [],
  order: [],
  range: { offset: 0, limit: 1 },
  count: false,
  form: { shape: 'array', type: 'application/json', stripNulls: false },
}

async function startCache(access: TableAccess | null = announced) {
  let subscribed: NotificationListener | null = null
  const listen = async (_channel: string, listener: NotificationListener) => {
    subscribed = listener
    return async () => {}
  }
  const cache = new QueryCache({ listen }, { of: async () => access })
  await cache.start()
  let asked = 0
  const ask = async (more: { caller?: Caller; query?: Partial<ReadQuery>; body?: string } = {}) => {
    const runQuery = async (): Promise<StatementResult> => ({
      body: more.body ?? String(++asked),
      count: 1,
      total: null,
      updated: 0,
    })
    const { result } = await cache.read(more.caller ?? visitor, table, { ...query, ...more.query }, runQuery)
    return result.body
  }
  if (subscribed === null) throw new Error('The cache does not subscribe to changes.')
  return { cache, ask, database: subscribed as NotificationListener }
}

test('equal reads run one query; a different read runs its own', async () => {
  const { ask } = await startCache()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['1', '1', '1'])
  expect(await ask({ query: { count: true } })).toBe('2')
  expect(await ask()).toBe('1')
})

test('a result read before a change is not served after it', async () => {
  const { ask, cache, database } = await startCache()
  expect(await ask()).toBe('1')
  database.onMessage('{}')
  expect(await ask()).toBe('2')
  cache.forget()
  expect(await ask()).toBe('3')
})

test('the result of a query that started before a change is not served to requests after it', async () => {
  const { cache, ask } = await startCache()
  const slow = Promise.withResolvers<StatementResult>()
  const before = cache.read(visitor, table, query, () => slow.promise)
  await Promise.resolve()
  cache.forget()
  expect(await ask()).toBe('1')
  slow.resolve({ body: 'old', count: 1, total: null, updated: 0 })
  expect((await before).result.body).toBe('old')
  expect(await ask()).toBe('1')
})

test('nothing is cached while the listener for changes is disconnected', async () => {
  const { ask, database } = await startCache()
  expect(await ask()).toBe('1')
  database.onLost?.()
  expect([await ask(), await ask()]).toEqual(['2', '3'])
  database.onReconnect()
  expect([await ask(), await ask()]).toEqual(['4', '4'])
})

test('after stop() nothing is cached, and earlier entries are no longer current', async () => {
  const { ask, cache } = await startCache()
  const read = async (): Promise<StatementResult> => ({ body: '', count: 1, total: null, updated: 0 })
  const { entry } = await cache.read(visitor, table, query, read)
  if (entry === null) throw new Error('Nothing is entry.')
  await cache.stop()
  expect(cache.isCurrent(entry)).toBe(false)
  expect([await ask(), await ask()]).toEqual(['1', '2'])
})

test('nothing is cached before start()', async () => {
  const cache = new QueryCache({ listen: async () => async () => {} }, { of: async () => announced })
  let asked = 0
  const runQuery = async (): Promise<StatementResult> => ({ body: String(++asked), count: 1, total: null, updated: 0 })
  for (const body of ['1', '2']) {
    expect(await cache.read(visitor, table, query, runQuery)).toMatchObject({ result: { body }, entry: null })
  }
})

test('table access is looked up once for a read whose result may not be shared', async () => {
  const of = vi.fn(async () => ({ ...announced, readsClaims: true }))
  const cache = new QueryCache({ listen: async () => async () => {} }, { of })
  await cache.start()
  const runQuery = async (): Promise<StatementResult> => ({ body: '', count: 1, total: null, updated: 0 })
  for (let times = 0; times < 3; times += 1) await cache.read(visitor, table, query, runQuery)
  expect(of).toHaveBeenCalledOnce()
})

test('an entry expires after one second without a change notification', async () => {
  vi.useFakeTimers()
  const { ask } = await startCache()
  expect(await ask()).toBe('1')
  vi.advanceTimersByTime(999)
  expect(await ask()).toBe('1')
  vi.advanceTimersByTime(1)
  expect(await ask()).toBe('2')
  vi.useRealTimers()
})

test('callers with a user token and operators are never served a cached result of others', async () => {
  const { ask } = await startCache()
  const signedIn: Caller = { role: 'authenticated', claims: { role: 'authenticated', sub: 'a' }, source: '' }
  const anonWithOtherClaims: Caller = { role: 'anon', claims: { role: 'anon', tenant: 'a' }, source: '' }
  const operator: Caller = { role: 'service_role', claims: { role: 'service_role' }, source: '' }
  expect(await ask()).toBe('1')
  expect(await ask({ caller: signedIn })).toBe('2')
  expect(await ask({ caller: anonWithOtherClaims })).toBe('3')
  expect(await ask({ caller: operator })).toBe('4')
  expect(await ask({ caller: operator })).toBe('5')
  expect(await ask()).toBe('1')
})

test('results are not shared for tables without change notifications, nor for policies that read the caller’s claims', async () => {
  for (const access of [null, { ...announced, readsClaims: true }]) {
    const { ask } = await startCache(access)
    expect([await ask(), await ask(), await ask()]).toEqual(['1', '2', '3'])
  }
})

test('neither failures nor long results are cached', async () => {
  const { cache, ask } = await startCache()
  await expect(cache.read(visitor, table, query, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await ask()).toBe('1')
  cache.forget()
  await ask({ body: 'x'.repeat(16 * 1024 + 1) })
  expect(await ask()).toBe('2')
})

test('results are cached up to 16 KiB', async () => {
  const { ask } = await startCache()
  const longest = 'x'.repeat(16 * 1024)
  await ask({ body: longest })
  expect(await ask()).toBe(longest)
})

test('an entry is current until a change or for one second', async () => {
  vi.useFakeTimers()
  const { cache } = await startCache()
  const read = () => cache.read(visitor, table, query, async () => ({ body: '', count: 1, total: null, updated: 0 }))
  const first = (await read()).entry
  if (first === null) throw new Error('Nothing is entry.')
  expect(cache.isCurrent(first)).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(cache.isCurrent(first)).toBe(false)
  const second = (await read()).entry
  if (second === null) throw new Error('Nothing is entry.')
  cache.forget()
  expect(cache.isCurrent(second)).toBe(false)
  vi.useRealTimers()
})

test('a long result that arrives late does not evict the entry cached since', async () => {
  const { cache, ask } = await startCache()
  const slow = Promise.withResolvers<StatementResult>()
  const before = cache.read(visitor, table, query, () => slow.promise)
  await Promise.resolve()
  cache.forget()
  expect(await ask()).toBe('1')
  slow.resolve({ body: 'x'.repeat(16 * 1024 + 1), count: 1, total: null, updated: 0 })
  await before
  expect(await ask()).toBe('1')
})

test('results for one caller only are not cached, and access is looked up for the visitor’s role', async () => {
  const runQuery = async (): Promise<StatementResult> => ({ body: '', count: 1, total: null, updated: 0 })
  const { cache } = await startCache({ ...announced, readsClaims: true })
  expect((await cache.read(visitor, table, query, runQuery)).entry).toBeNull()
  const asked: string[][] = []
  const listen = async () => async () => {}
  const of = async (...about: string[]) => {
    asked.push(about)
    return announced
  }
  const other = new QueryCache({ listen }, { of })
  await other.start()
  expect((await other.read(visitor, table, query, runQuery)).entry).not.toBeNull()
  expect((await other.read({ ...visitor, role: 'service_role' }, table, query, runQuery)).entry).toBeNull()
  expect(asked).toEqual([['anon', 'public', 'settings']])
})

test('stop() ends the listener', async () => {
  const stopped = vi.fn(async () => {})
  const channels: string[] = []
  const listen = async (channel: string) => {
    channels.push(channel)
    return stopped
  }
  const cache = new QueryCache({ listen }, { of: async () => announced })
  await cache.stop()
  expect(stopped).not.toHaveBeenCalled()
  await cache.start()
  await cache.stop()
  expect(stopped).toHaveBeenCalledOnce()
  expect(channels).toEqual([ROW_CHANGE_CHANNEL])
})

test('many different reads evict each other instead of using ever more cache', async () => {
  const { ask } = await startCache()
  expect(await ask()).toBe('1')
  for (let offset = 1; offset <= 200; offset += 1) await ask({ query: { range: { offset, limit: 1 } } })
  expect(await ask()).toBe('202')
})
