import { Client } from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startFaultyProxy } from '../../../tests/support/faulty-proxy.ts'
import { runSql } from '../../../tests/support/postgres.ts'
import { sharedFixture } from '../../../tests/support/shared-fixtures.ts'
import { PostgresListener } from './postgres-listener.ts'

const NAME = 'heard_of'
let serverUrl: string

beforeAll(async () => {
  const server = await sharedFixture('postgres')
  await runSql(server, `create database ${NAME}`)
  const address = new URL(server)
  address.pathname = `/${NAME}`
  serverUrl = address.href
  return async () => void (await runSql(server, `drop database ${NAME} with (force)`))
})

/** What a listener is told, whose heart beats twenty times a second. */
async function listen(url: string): Promise<string[]> {
  const listener = new PostgresListener(() => new Client({ connectionString: url, query_timeout: 200 }), {
    heartbeat: 50,
  })
  onTestFinished(() => listener.close())
  const told: string[] = []
  await listener.listen('news', {
    onMessage: (text) => told.push(text),
    onLost: () => told.push('lost'),
    onReconnect: () => told.push('again'),
  })
  return told
}

test('a connection that fell silent is noticed and made again', async () => {
  const cable = await startFaultyProxy(serverUrl)
  const told = await listen(cable.url)
  cable.freeze(true)
  await expect.poll(() => told, { timeout: 10_000 }).toEqual(['lost'])
  cable.freeze(false)
  await expect.poll(() => told, { timeout: 10_000 }).toEqual(['lost', 'again'])
  await runSql(serverUrl, "select pg_notify('news', 'hello')")
  await expect.poll(() => told).toEqual(['lost', 'again', 'hello'])
})

test('a server that begins to only read is left, although the connection goes on', async () => {
  const asked = "current_setting('transaction_read_only')::boolean"
  let onlyReads = false
  const cable = await startFaultyProxy(serverUrl, (data) =>
    onlyReads ? Buffer.from(data.toString('latin1').replace(asked, 'true'.padEnd(asked.length)), 'latin1') : data,
  )
  const told = await listen(cable.url)
  onlyReads = true
  await expect.poll(() => told, { timeout: 10_000 }).toEqual(['lost'])
  onlyReads = false
  await expect.poll(() => told, { timeout: 10_000 }).toEqual(['lost', 'again'])
})
