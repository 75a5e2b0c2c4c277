import { expect, test, vi } from 'vitest'
import type { Caller, Listener } from '../database/database.ts'
import { ROW_CHANGE_CHANNEL } from '../database/row-change.ts'
import type { TableAccess } from '../database/table-access-store.ts'
import { QueryCache } from './query-cache.ts'
import type { Reading, Result } from './rows-store.ts'

const visitor: Caller = { role: 'anon', claims: { role: 'anon' }, source: '192.0.2.1' }
const announced: TableAccess = { columns: [], primaryKey: [], isRowSecured: true, rule: 'true', readsClaims: false }
const table = { name: 'settings', columns: [], primaryKey: [] }
const reading: Reading = {
  select: ['*'],
  conditions: [],
  order: [],
  range: { offset: 0, limit: 1 },
  count: false,
  form: { shape: 'array', type: 'application/json', stripNulls: false },
}

async function startMemory(access: TableAccess | null = announced) {
  let heard: Listener | null = null
  const listen = async (_channel: string, listener: Listener) => {
    heard = listener
    return async () => {}
  }
  const memory = new QueryCache({ listen }, { of: async () => access })
  await memory.start()
  let asked = 0
  const ask = async (more: { caller?: Caller; reading?: Partial<Reading>; body?: string } = {}) => {
    const readNow = async (): Promise<Result> => ({
      body: more.body ?? String(++asked),
      count: 1,
      total: null,
      updated: 0,
    })
    const { result } = await memory.read(more.caller ?? visitor, table, { ...reading, ...more.reading }, readNow)
    return result.body
  }
  if (heard === null) throw new Error('The memory does not listen.')
  return { memory, ask, database: heard as Listener }
}

test('equal reads run one query; a different read runs its own', async () => {
  const { ask } = await startMemory()
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['1', '1', '1'])
  expect(await ask({ reading: { count: true } })).toBe('2')
  expect(await ask()).toBe('1')
})

test('a result read before a change is not served after it', async () => {
  const { ask, memory, database } = await startMemory()
  expect(await ask()).toBe('1')
  database.onMessage('{}')
  expect(await ask()).toBe('2')
  memory.forget()
  expect(await ask()).toBe('3')
})

test('the result of a query that started before a change is not served to requests after it', async () => {
  const { memory, ask } = await startMemory()
  const slow = Promise.withResolvers<Result>()
  const before = memory.read(visitor, table, reading, () => slow.promise)
  await Promise.resolve()
  memory.forget()
  expect(await ask()).toBe('1')
  slow.resolve({ body: 'old', count: 1, total: null, updated: 0 })
  expect((await before).result.body).toBe('old')
  expect(await ask()).toBe('1')
})

test('nothing is cached while the listener for changes is disconnected', async () => {
  const { ask, database } = await startMemory()
  expect(await ask()).toBe('1')
  database.onLost?.()
  expect([await ask(), await ask()]).toEqual(['2', '3'])
  database.onReconnect()
  expect([await ask(), await ask()]).toEqual(['4', '4'])
})

test('after stop() nothing is cached, and earlier entries are no longer current', async () => {
  const { ask, memory } = await startMemory()
  const read = async (): Promise<Result> => ({ body: '', count: 1, total: null, updated: 0 })
  const { kept } = await memory.read(visitor, table, reading, read)
  if (kept === null) throw new Error('Nothing is kept.')
  await memory.stop()
  expect(memory.isCurrent(kept)).toBe(false)
  expect([await ask(), await ask()]).toEqual(['1', '2'])
})

test('nothing is cached before start()', async () => {
  const memory = new QueryCache({ listen: async () => async () => {} }, { of: async () => announced })
  let asked = 0
  const readNow = async (): Promise<Result> => ({ body: String(++asked), count: 1, total: null, updated: 0 })
  for (const body of ['1', '2']) {
    expect(await memory.read(visitor, table, reading, readNow)).toMatchObject({ result: { body }, kept: null })
  }
})

test('table access is looked up once for a read whose result may not be shared', async () => {
  const of = vi.fn(async () => ({ ...announced, readsClaims: true }))
  const memory = new QueryCache({ listen: async () => async () => {} }, { of })
  await memory.start()
  const readNow = async (): Promise<Result> => ({ body: '', count: 1, total: null, updated: 0 })
  for (let times = 0; times < 3; times += 1) await memory.read(visitor, table, reading, readNow)
  expect(of).toHaveBeenCalledOnce()
})

test('an entry expires after one second without a change notification', async () => {
  vi.useFakeTimers()
  const { ask } = await startMemory()
  expect(await ask()).toBe('1')
  vi.advanceTimersByTime(999)
  expect(await ask()).toBe('1')
  vi.advanceTimersByTime(1)
  expect(await ask()).toBe('2')
  vi.useRealTimers()
})

test('callers with a user token and operators are never served a cached result of others', async () => {
  const { ask } = await startMemory()
  const signedIn: Caller = { role: 'authenticated', claims: { role: 'authenticated', sub: 'a' }, source: '' }
  const tokenOfNobody: Caller = { role: 'anon', claims: { role: 'anon', tenant: 'a' }, source: '' }
  const operator: Caller = { role: 'service_role', claims: { role: 'service_role' }, source: '' }
  expect(await ask()).toBe('1')
  expect(await ask({ caller: signedIn })).toBe('2')
  expect(await ask({ caller: tokenOfNobody })).toBe('3')
  expect(await ask({ caller: operator })).toBe('4')
  expect(await ask({ caller: operator })).toBe('5')
  expect(await ask()).toBe('1')
})

test('results are not shared for tables without change notifications, nor for policies that read the caller’s claims', async () => {
  for (const access of [null, { ...announced, readsClaims: true }]) {
    const { ask } = await startMemory(access)
    expect([await ask(), await ask(), await ask()]).toEqual(['1', '2', '3'])
  }
})

test('neither failures nor long results are cached', async () => {
  const { memory, ask } = await startMemory()
  await expect(memory.read(visitor, table, reading, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await ask()).toBe('1')
  memory.forget()
  await ask({ body: 'x'.repeat(16 * 1024 + 1) })
  expect(await ask()).toBe('2')
})

test('results are cached up to 16 KiB', async () => {
  const { ask } = await startMemory()
  const longest = 'x'.repeat(16 * 1024)
  await ask({ body: longest })
  expect(await ask()).toBe(longest)
})

test('an entry is current until a change or for one second', async () => {
  vi.useFakeTimers()
  const { memory } = await startMemory()
  const read = () => memory.read(visitor, table, reading, async () => ({ body: '', count: 1, total: null, updated: 0 }))
  const first = (await read()).kept
  if (first === null) throw new Error('Nothing is kept.')
  expect(memory.isCurrent(first)).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(memory.isCurrent(first)).toBe(false)
  const second = (await read()).kept
  if (second === null) throw new Error('Nothing is kept.')
  memory.forget()
  expect(memory.isCurrent(second)).toBe(false)
  vi.useRealTimers()
})

test('a long result that arrives late does not evict the entry cached since', async () => {
  const { memory, ask } = await startMemory()
  const slow = Promise.withResolvers<Result>()
  const before = memory.read(visitor, table, reading, () => slow.promise)
  await Promise.resolve()
  memory.forget()
  expect(await ask()).toBe('1')
  slow.resolve({ body: 'x'.repeat(16 * 1024 + 1), count: 1, total: null, updated: 0 })
  await before
  expect(await ask()).toBe('1')
})

test('results for one caller only are not cached, and access is looked up for the visitor’s role', async () => {
  const readNow = async (): Promise<Result> => ({ body: '', count: 1, total: null, updated: 0 })
  const { memory } = await startMemory({ ...announced, readsClaims: true })
  expect((await memory.read(visitor, table, reading, readNow)).kept).toBeNull()
  const asked: string[][] = []
  const listen = async () => async () => {}
  const of = async (...about: string[]) => {
    asked.push(about)
    return announced
  }
  const other = new QueryCache({ listen }, { of })
  await other.start()
  expect((await other.read(visitor, table, reading, readNow)).kept).not.toBeNull()
  expect((await other.read({ ...visitor, role: 'service_role' }, table, reading, readNow)).kept).toBeNull()
  expect(asked).toEqual([['anon', 'public', 'settings']])
})

test('stop() ends the listener', async () => {
  const stopped = vi.fn(async () => {})
  const channels: string[] = []
  const listen = async (channel: string) => {
    channels.push(channel)
    return stopped
  }
  const memory = new QueryCache({ listen }, { of: async () => announced })
  await memory.stop()
  expect(stopped).not.toHaveBeenCalled()
  await memory.start()
  await memory.stop()
  expect(stopped).toHaveBeenCalledOnce()
  expect(channels).toEqual([ROW_CHANGE_CHANNEL])
})

test('many different reads evict each other instead of using ever more memory', async () => {
  const { ask } = await startMemory()
  expect(await ask()).toBe('1')
  for (let offset = 1; offset <= 200; offset += 1) await ask({ reading: { range: { offset, limit: 1 } } })
  expect(await ask()).toBe('202')
})
