import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runSql } from '../../../../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../../../../tests/support/shared-fixtures.ts'
import type { Caller, Database } from '../port/database.ts'
import { DatabaseUnavailable } from '../port/errors.ts'
import { openPostgres } from './postgres.ts'

const NAME = 'few_connections'
const config = { databaseUrl: null, dataDir: '' }
const visitor: Caller = { role: 'anon', claims: {}, source: '192.0.2.1' }
let serverUrl: string

beforeEach(async () => {
  serverUrl = await getSharedTestFixture('postgres')
  // Connection limits do not apply to superusers, so the test uses its own login, which may switch to the role `anon`.
  await runSql(serverUrl, `create role ${NAME} login`)
  await runSql(serverUrl, await readFile(new URL('../migrations/platform/01-roles.sql', import.meta.url), 'utf8'))
  await runSql(serverUrl, `grant anon to ${NAME}`)
  await runSql(serverUrl, `create database ${NAME} owner ${NAME}`)
  return async () => {
    await runSql(serverUrl, `drop database ${NAME} with (force)`)
    await runSql(serverUrl, `drop role ${NAME}`)
  }
})

async function open(): Promise<Database> {
  const address = new URL(serverUrl)
  address.username = NAME
  address.pathname = `/${NAME}`
  const database = await openPostgres(config, address.href)
  onTestFinished(() => database.close())
  await database.ping()
  return database
}

/** Runs 20 operations at once, some as the server itself and some as anonymous callers. */
function runTwenty(database: Database) {
  const statement = sql`select pg_sleep(0.01)`
  return Promise.allSettled(
    Array.from({ length: 20 }, async (_, place) => {
      if (place % 2 === 0) await statement.execute(database.kysely)
      else await database.asCaller(visitor, (tx) => statement.execute(tx))
    }),
  )
}

const ALL_DONE = Array.from({ length: 20 }, () => ({ status: 'fulfilled' }))

test.each([
  ['has reached its limit', `alter role ${NAME} connection limit 3`],
  ['refuses the login', `alter role ${NAME} nologin`],
])('all operations succeed on the available connections when the PostgreSQL server %s', async (_, statement) => {
  const database = await open()
  await runSql(serverUrl, statement)
  expect(await runTwenty(database)).toMatchObject(ALL_DONE)
  expect(database.connections().open).toBeLessThanOrEqual(3)
})

test('the PostgreSQL connection pool tries to grow again ten seconds after the server refused a connection', async () => {
  const database = await open()
  await runSql(serverUrl, `alter role ${NAME} connection limit 3`)
  await runTwenty(database)
  await runSql(serverUrl, `alter role ${NAME} connection limit -1`)
  await runTwenty(database)
  expect(database.connections().open).toBeLessThanOrEqual(3)

  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_001)
  onTestFinished(() => later.mockRestore())
  expect(await runTwenty(database)).toMatchObject(ALL_DONE)
  expect(database.connections().open).toBe(10)
})

test('an operation that waits too long for a PostgreSQL connection rejects with the server’s refusal as its cause', async () => {
  const database = await open()
  await runSql(serverUrl, `alter role ${NAME} connection limit 1`)
  const long = sql`select pg_sleep(3.5)`.execute(database.kysely)
  await expect(database.ping()).rejects.toMatchObject({ cause: { code: '53300' } })
  await long
})

test('operations reject with DatabaseUnavailable when no PostgreSQL connection can be opened', async () => {
  const database = await open()
  await runSql(serverUrl, `alter role ${NAME} connection limit 0`)
  await runSql(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${NAME}'`)
  await expect.poll(() => database.connections().open).toBe(0)
  for (const outcome of await runTwenty(database))
    expect(outcome).toMatchObject({ reason: expect.any(DatabaseUnavailable) })

  await runSql(serverUrl, `alter role ${NAME} connection limit -1`)
  expect(await runTwenty(database)).toMatchObject(ALL_DONE)
})
