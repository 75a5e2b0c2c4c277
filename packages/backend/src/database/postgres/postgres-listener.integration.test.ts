import { Client } from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startFaultyProxy } from '../../../../../tests/support/faulty-proxy.ts'
import { runSql } from '../../../../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../../../../tests/support/shared-fixtures.ts'
import { PostgresListener } from './postgres-listener.ts'

const NAME = 'heard_of'
let serverUrl: string

beforeAll(async () => {
  const server = await getSharedTestFixture('postgres')
  await runSql(server, `create database ${NAME}`)
  const address = new URL(server)
  address.pathname = `/${NAME}`
  serverUrl = address.href
  return async () => void (await runSql(server, `drop database ${NAME} with (force)`))
})

/** Starts a listener with a heartbeat of 50 ms and returns the list that records its events. */
async function listen(url: string): Promise<string[]> {
  const listener = new PostgresListener(() => new Client({ connectionString: url, query_timeout: 200 }), {
    heartbeat: 50,
  })
  onTestFinished(() => listener.close())
  const events: string[] = []
  await listener.listen('news', {
    onMessage: (text) => events.push(text),
    onLost: () => events.push('lost'),
    onReconnect: () => events.push('again'),
  })
  return events
}

test('the PostgreSQL listener detects a silent connection by its heartbeat and reconnects', async () => {
  const cable = await startFaultyProxy(serverUrl)
  const events = await listen(cable.url)
  cable.freeze(true)
  await expect.poll(() => events, { timeout: 10_000 }).toEqual(['lost'])
  cable.freeze(false)
  await expect.poll(() => events, { timeout: 10_000 }).toEqual(['lost', 'again'])
  await runSql(serverUrl, "select pg_notify('news', 'hello')")
  await expect.poll(() => events).toEqual(['lost', 'again', 'hello'])
})

test('the PostgreSQL listener disconnects from a server that becomes read-only and reconnects once it is writable', async () => {
  const expression = "current_setting('transaction_read_only')::boolean"
  let isReadOnly = false
  const cable = await startFaultyProxy(serverUrl, (data) =>
    isReadOnly
      ? Buffer.from(data.toString('latin1').replace(expression, 'true'.padEnd(expression.length)), 'latin1')
      : data,
  )
  const events = await listen(cable.url)
  isReadOnly = true
  await expect.poll(() => events, { timeout: 10_000 }).toEqual(['lost'])
  isReadOnly = false
  await expect.poll(() => events, { timeout: 10_000 }).toEqual(['lost', 'again'])
})
