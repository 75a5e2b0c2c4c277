import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import type { Caller, NotificationListener } from '../database/port/database.ts'
import { ROW_CHANGE_CHANNEL } from '../database/port/row-change.ts'
import type { TableAccess } from '../database/port/table-access-store.ts'
import type { RouteMetrics } from '../metrics/request-metrics.ts'
import { createResponseCache } from './response-cache.ts'

const visitor: Caller = { role: 'anon', claims: { role: 'anon' }, source: '192.0.2.1' }
const published: TableAccess = { columns: [], primaryKey: [], isRowSecured: true, rule: 'true', readsClaims: false }
const count: RouteMetrics = { record() {} }

type Read = {
  url?: string
  caller?: Caller
  body?: string | null
  status?: number
  method?: string
  during?: () => unknown
}

function createCache(access: TableAccess | null = published) {
  const listeners: NotificationListener[] = []
  const channels: string[] = []
  const lookUps: string[][] = []
  const ended = vi.fn(async () => {})
  const cache = createResponseCache(
    {
      async listen(channel: string, listener: NotificationListener) {
        channels.push(channel)
        listeners.push(listener)
        return ended
      },
    },
    {
      async of(...about: string[]) {
        lookUps.push(about)
        return access
      },
    },
  )
  let queries = 0
  /** Simulates a request to the server and returns the response body: `body` if it is set, otherwise the number of queries run so far. */
  async function request({ url = '/rest/v1/settings', caller = visitor, method = 'GET', ...more }: Read = {}) {
    const raw = Object.assign(new IncomingMessage(new Socket()), { url, method })
    const response = new ServerResponse(raw)
    const ends = vi.spyOn(response, 'end')
    if (cache.respond(raw, response) !== null) return String(ends.mock.calls[0]?.[0])
    const result = await cache.read(raw, caller, 'settings', async () => {
      await more.during?.()
      return { body: String(++queries), count: 1, total: null, updated: 0 }
    })
    const body = more.body === undefined ? result.body : more.body
    const reply = { statusCode: more.status ?? 200, getHeaders: () => ({}) }
    cache.store({ raw, routeCount: count } as FastifyRequest, reply as unknown as FastifyReply, body)
    return String(body)
  }
  const [listener] = [() => listeners[0] ?? expect.unreachable('The cache does not listen.')]
  return { cache, request, listener, channels, lookUps, ended }
}

async function startCache(access?: TableAccess | null) {
  const created = createCache(access)
  await created.cache.start()
  return created
}

test('a repeated GET request is served from the response cache, and a request with another URL runs its own query', async () => {
  const { request } = await startCache()
  expect([await request(), await request()]).toEqual(['1', '1'])
  expect(await request({ url: '/rest/v1/settings?limit=1' })).toBe('2')
  expect(await request()).toBe('1')
})

test('a cached response is no longer served after a row change', async () => {
  const { request, cache, listener } = await startCache()
  expect(await request()).toBe('1')
  listener().onMessage('{}')
  expect(await request()).toBe('2')
  cache.changed()
  expect(await request()).toBe('3')
})

test('concurrent requests with the same URL share one query, and a request with another URL runs its own', async () => {
  const { request } = await startCache()
  const other = { url: '/rest/v1/settings?limit=1' }
  expect(await Promise.all([request(), request(), request(other), request()])).toEqual(['1', '1', '2', '1'])
})

test('a request after a row change does not share a query that started before the change', async () => {
  const { request, cache } = await startCache()
  const slow = Promise.withResolvers<void>()
  const before = request({ during: () => slow.promise })
  await Promise.resolve()
  cache.changed()
  expect(await request()).toBe('1')
  slow.resolve()
  expect(await before).toBe('2')
  expect(await request()).toBe('1')
})

test('a failed shared query fails all requests that wait for it, and the next request runs a new query', async () => {
  const { request } = await startCache()
  const during = () => Promise.reject(new Error('away'))
  const answers = await Promise.allSettled([request({ during }), request()])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await request()).toBe('1')
})

test('a response is not cached when a row changed while its query was running', async () => {
  const { request, cache } = await startCache()
  expect(await request({ during: () => cache.changed() })).toBe('1')
  expect([await request(), await request()]).toEqual(['2', '2'])
})

test('no response is cached while the row change listener is disconnected', async () => {
  const { request, listener } = await startCache()
  expect(await request()).toBe('1')
  listener().onLost?.()
  listener().onMessage('{}')
  expect([await request(), await request()]).toEqual(['2', '3'])
  listener().onReconnect()
  expect([await request(), await request()]).toEqual(['4', '4'])
})

test('the response cache is inactive before start() and after stop(), which also ends the row change listener', async () => {
  const { request, cache, channels, ended } = createCache()
  await cache.stop()
  expect([await request(), await request()]).toEqual(['1', '2'])
  await cache.start()
  expect([await request(), await request()]).toEqual(['3', '3'])
  expect(channels).toEqual([ROW_CHANGE_CHANNEL])
  await cache.stop()
  expect(ended).toHaveBeenCalledOnce()
  expect([await request(), await request()]).toEqual(['4', '5'])
})

test('a cached response expires after one second even without a change notification', async () => {
  vi.useFakeTimers()
  const { request } = await startCache()
  expect(await request()).toBe('1')
  vi.advanceTimersByTime(999)
  expect(await request()).toBe('1')
  vi.advanceTimersByTime(1)
  expect(await request()).toBe('2')
})

test('responses to signed-in users, to anonymous callers with extra claims and to the service_role are not cached', async () => {
  const callers: Caller[] = [
    { role: 'authenticated', claims: { role: 'authenticated', sub: 'a' }, source: '' },
    { role: 'anon', claims: { role: 'anon', tenant: 'a' }, source: '' },
    { role: 'service_role', claims: { role: 'service_role' }, source: '' },
  ]
  for (const caller of callers) {
    const { request } = await startCache()
    expect([await request({ caller }), await request({ caller })]).toEqual(['1', '2'])
  }
})

test('responses from unpublished tables, or from tables whose policies read JWT claims, are not cached', async () => {
  for (const access of [null, { ...published, readsClaims: true }]) {
    const { request, lookUps } = await startCache(access)
    expect([await request(), await request()]).toEqual(['1', '2'])
    expect(lookUps[0]).toEqual(['anon', 'public', 'settings'])
  }
})

test('error responses, streams, responses to methods other than GET and bodies above 16 KiB are not cached', async () => {
  const { request } = await startCache()
  for (const uncached of [{ status: 400 }, { body: null }, { method: 'HEAD' }, { body: 'x'.repeat(16 * 1024 + 1) }]) {
    await request(uncached)
  }
  const longest = 'x'.repeat(16 * 1024)
  expect([await request({ body: longest }), await request()]).toEqual([longest, longest])
})

test('the response cache holds at most 200 responses', async () => {
  const { request } = await startCache()
  expect(await request()).toBe('1')
  for (let limit = 1; limit <= 199; limit += 1) await request({ url: `/rest/v1/settings?limit=${limit}` })
  expect(await request()).toBe('1')
  await request({ url: '/rest/v1/settings?limit=200' })
  expect(await request()).toBe('202')
})
