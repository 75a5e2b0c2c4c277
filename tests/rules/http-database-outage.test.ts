import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts'
import { createDatabase, dropDatabase } from '../support/postgres.ts'
import { getSharedTestFixture } from '../support/shared-fixtures.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import {
  COMPLETED,
  createCheckout,
  createEvent,
  ok,
  refused,
  rowOf,
  send,
  env as stripe,
} from './payment-webhook-events.ts'

/** Runs a test with a backend that connects to its database only through the proxy. */
async function withDatabaseProxy(run: (backend: TestBackend, proxy: FaultyProxy) => Promise<void>): Promise<void> {
  const server = await getSharedTestFixture('postgres')
  const name = `away_${crypto.randomUUID().slice(0, 8)}`
  const databaseUrl = await createDatabase(server, name, await getSharedTestFixture('database-template'))
  const proxy = await startFaultyProxy(databaseUrl)
  {
    await using backend = await startBackend({ databaseUrl: proxy.url, env: stripe })
    await run(backend, proxy)
  }
  await dropDatabase(server, name)
}

test('while the database is unreachable, pages still load, API calls and the payment webhook quickly return 503, and both work again when the database is back', () =>
  withDatabaseProxy(async (backend, proxy) => {
    const client = backend.client()
    const visitor = createTestVisitor()
    expect((await client.from('early_access_users').insert(visitor)).status).toBe(201)

    proxy.cut()
    expect((await fetch(`${backend.url}/`)).status).toBe(200)
    expect((await fetch(`${backend.url}/health`)).status).toBe(200)
    const ready = await fetch(`${backend.url}/ready`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ready: false, problem: 'The database cannot be reached.' },
    ])
    const buyer = createTestVisitor()
    const payment = createEvent(COMPLETED, createCheckout(buyer))
    expect(await send(backend, payment)).toEqual(refused(503, 'The event could not be stored at the moment.'))
    const began = performance.now()
    const away = await client.from('early_access_users').insert(createTestVisitor())
    expect(away).toMatchObject({ status: 503, error: { code: 'PGRST001', details: null, hint: null } })
    const spots = await fetch(`${backend.url}/rest/v1/app_settings?select=value`, {
      headers: { apikey: backend.publishableKey },
    })
    expect([spots.status, spots.headers.get('retry-after')]).toEqual([503, '1'])
    expect(performance.now() - began).toBeLessThan(15_000) // less than the timeout for connecting to the database
    expect(await (await fetch(`${backend.url}/metrics`)).text()).toContain('\nrealtime_listening 0\n')

    await proxy.mend()
    for (let tries = 0; tries < 100 && (await fetch(`${backend.url}/ready`)).status !== 200; tries++) await pause(100)
    expect((await client.from('early_access_users').insert(visitor)).error).toMatchObject({ code: '23505' })
    expect((await client.from('early_access_users').insert(createTestVisitor())).status).toBe(201)
    expect(await send(backend, payment)).toEqual(ok)
    expect(await rowOf(backend, buyer)).toMatchObject([{ payment_verified: true }])
    const listening = async () =>
      (await (await fetch(`${backend.url}/metrics`)).text()).includes('\nrealtime_listening 1\n')
    await expect.poll(listening, { timeout: 15_000 }).toBe(true)

    const logged = backend
      .log()
      .matchAll(/"event":"(database_unavailable|realtime_listening_\w+)"(?:,"reason":("[^"]+"))?/g)
    const events = [...logged].map(([, event, reason]) => [event, reason])
    const causes = events.filter(([event]) => event === 'database_unavailable').map(([, reason]) => reason)
    expect(causes).not.toEqual([])
    expect(causes, 'each once, and not for every call').toEqual([...new Set(causes)])
    expect(events.map(([event]) => event)).toEqual(
      expect.arrayContaining(['realtime_listening_lost', 'realtime_listening_restored']),
    )
  }))

test('a download that began before the database became unreachable ends with all its bytes; a new one gets 503 until it is back', () =>
  withDatabaseProxy(async (backend, proxy) => {
    const bytes = randomBytes(16_000_000) // larger than the buffers of both sockets
    const bucket = backend.secretClient().storage.from('downloads')
    expect((await bucket.upload('1.0.0/app.exe', bytes)).error).toBeNull()
    const url = bucket.getPublicUrl('1.0.0/app.exe').data.publicUrl
    const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
    response.pause()
    proxy.cut()
    const refused = await fetch(url, { headers: { range: 'bytes=1000-' } })
    await refused.body?.cancel()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await buffer(response)).equals(bytes)).toBe(true)
    await proxy.mend()
    const resume = async () => {
      const rest = await fetch(url, { headers: { range: 'bytes=1000-', 'if-range': response.headers.etag ?? '' } })
      return [rest.status, Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))]
    }
    await expect.poll(resume, { timeout: 15_000 }).toEqual([206, true])
    // The count of the first download is stored after the outage.
    const count = async () => (await backend.secretClient().from('download_counts').select('downloads')).data
    await expect.poll(count, { timeout: 15_000 }).toEqual([{ downloads: 1 }])
  }))

test('when the database stops responding, concurrent sign-ups get 503 before the page times out, and are not stored later', () =>
  withDatabaseProxy(async (backend, proxy) => {
    const client = backend.client()
    const signUp = (visitor = createTestVisitor()) => client.from('early_access_users').insert(visitor)
    expect((await signUp()).status).toBe(201)

    proxy.freeze(true)
    const crowd = Array.from({ length: 90 }, () => createTestVisitor())
    const began = performance.now()
    const answers = await Promise.all(
      crowd.map(async (visitor, place) => {
        await pause(Math.floor(place / 30) * 300)
        return (await signUp(visitor)).status
      }),
    )
    expect(new Set(answers)).toEqual(new Set([503]))
    expect(performance.now() - began).toBeLessThan(19_000) // less than the 20 seconds after which the site's pages give up a request

    proxy.cut()
    proxy.freeze(false)
    await proxy.mend()
    for (let tries = 0; tries < 100 && (await fetch(`${backend.url}/ready`)).status !== 200; tries++) await pause(100)
    for (const visitor of crowd.slice(0, 3)) expect((await signUp(visitor)).status).toBe(201)
    const { count } = await backend
      .secretClient()
      .from('early_access_users')
      .select('id', { count: 'exact', head: true })
    expect(count).toBe(1 + 3)
  }))
