import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startFaultyProxy } from '../../../../../tests/support/faulty-proxy.ts'
import { getSharedTestFixture } from '../../../../../tests/support/shared-fixtures.ts'
import { DatabaseUnavailable } from '../port/errors.ts'
import type { DatabaseTables } from '../port/tables.ts'
import { createConnectionCheckOut } from './postgres-check-out.ts'
import { createPostgresClientOptions } from './postgres-connection.ts'
import { createPipeliningPool } from './postgres-pipeline.ts'
import { createGuardedPool } from './postgres-pool.ts'

let serverUrl: string

beforeAll(async () => {
  serverUrl = await getSharedTestFixture('postgres')
})

/** Opens a pool that pipelines statements. `ask` runs one statement and returns the id of the server process that ran it. */
function open(url = serverUrl) {
  const pool = new Pool({ ...createPostgresClientOptions(url), pipeline: true })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const dialect = new PostgresDialect({
    pool: createPipeliningPool(createGuardedPool(pool, createConnectionCheckOut(pool))),
  })
  const kysely = new Kysely<DatabaseTables>({ dialect })
  onTestFinished(() => pool.end())
  const ask = (expression: string) =>
    kysely.connection().execute(async (connection) => {
      const statement = sql.raw<{ process: number }>(`select pg_backend_pid() as process, ${expression}`)
      return (await statement.execute(connection)).rows[0]?.process
    })
  return { pool, ask }
}

/** Opens a pool that pipelines statements, through a proxy that records all sent data. */
async function openByCable() {
  const sent: string[] = []
  const cable = await startFaultyProxy(serverUrl, (data) => {
    sent.push(data.toString('latin1'))
    return data
  })
  return { cable, sent, ...open(cable.url) }
}

const A_MOMENT = 'pg_sleep(0.2)'

test('the PostgreSQL pool sends a second statement on the same connection before the first has a response', async () => {
  const { cable, sent, ask } = await openByCable()
  await ask('1')
  // The frozen proxy holds back all responses. A second connection could therefore not log in, and would never send its statement.
  cable.freeze(true)
  const both = Promise.allSettled([ask("'first'"), ask("'second'")])
  await expect.poll(() => sent.join('')).toMatch(/'first'.*'second'/s)
  cable.cut()
  for (const one of await both) expect(one).toMatchObject({ reason: expect.any(DatabaseUnavailable) })
  await cable.mend()
  cable.freeze(false)
  await expect(ask('1')).resolves.toEqual(expect.any(Number))
})

test('four concurrent statements share two PostgreSQL connections, and both return to the pool', async () => {
  const { pool, ask } = open()
  const [first, second, third, fourth] = await Promise.all([A_MOMENT, A_MOMENT, A_MOMENT, A_MOMENT].map(ask))
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(fourth).toBe(third)
  expect(pool).toMatchObject({ totalCount: 2, idleCount: 2 })
})

test('the PostgreSQL pool pipelines a statement on the connection that already has one in flight', async () => {
  const { ask } = open()
  const first = ask('1')
  const second = ask(A_MOMENT)
  const process = await first
  expect(await Promise.all([second, ask('1')])).toEqual([process, process])
})

test('a failed statement does not affect the statement pipelined behind it, but later ones use another connection', async () => {
  const { ask } = open()
  const first = ask('1 / 0')
  const second = ask(A_MOMENT)
  await expect(first).rejects.toMatchObject({ code: '22012' })
  const third = await ask('1')
  expect(await second).toEqual(expect.any(Number))
  expect(third).not.toBe(await second)
})

test('a pipelined PostgreSQL connection accepts no new statements after ten seconds, so that the pool can replace it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { ask } = open()
  const first = ask(A_MOMENT)
  await nextTurn()
  vi.advanceTimersByTime(9_999)
  const second = ask(A_MOMENT)
  const process = await first
  vi.advanceTimersByTime(1)
  expect(await ask('1')).not.toBe(process)
  expect(await second).toBe(process)
})

test('when connecting to PostgreSQL fails, all waiting statements reject, and the next statement tries to connect again', async () => {
  const { cable, ask } = await openByCable()
  cable.cut()
  for (const one of await Promise.allSettled([ask('1'), ask('1')]))
    expect(one).toMatchObject({ reason: expect.any(DatabaseUnavailable) })
  await cable.mend()
  await expect(ask('1')).resolves.toEqual(expect.any(Number))
})
