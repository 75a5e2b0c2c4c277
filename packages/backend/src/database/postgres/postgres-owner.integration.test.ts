import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { runSql } from '../../../../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../../../../tests/support/shared-fixtures.ts'
import { applySqlScripts, migrateDatabase } from '../migrations/migrate.ts'
import { DatabaseUnavailable } from '../port/errors.ts'
import { convertStartupError } from '../startup-error.ts'
import { openPostgres } from './postgres.ts'

// These tests simulate an operator of the database who changes passwords, privileges and limits, or fails over to a read-only standby.

const MIGRATIONS = { folder: join(import.meta.dirname, '../../../../../supabase/migrations') }
const NAME = 'changing_owner'
const config = { databaseUrl: null, dataDir: '' }
let serverUrl: string
let url: string

beforeEach(async () => {
  serverUrl = await getSharedTestFixture('postgres')
  await runSql(serverUrl, `create role ${NAME} login`)
  await runSql(serverUrl, `create database ${NAME} owner ${NAME}`)
  const address = new URL(serverUrl)
  address.username = NAME
  address.pathname = `/${NAME}`
  url = address.href
  return async () => {
    await runSql(serverUrl, `drop database ${NAME} with (force)`)
    await runSql(serverUrl, `drop role ${NAME}`)
  }
})

/** Runs a statement, then ends all connections to the database, so that new connections use the changed settings. */
async function changeAndDisconnect(statement: string) {
  await runSql(serverUrl, statement)
  await runSql(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${NAME}'`)
}

async function open() {
  const database = await openPostgres(config, url)
  onTestFinished(() => database.close())
  await database.ping()
  return database
}

/** Calls every method of a database at the same time and returns the promises. All of them try to create a table. */
function callAll(database: Awaited<ReturnType<typeof open>>) {
  const change = sql`create table changes ()`
  return [
    database.ping(),
    change.execute(database.kysely),
    database.transaction((tx) => change.execute(tx)),
    database.scriptTransaction((session) => session.script('create table changes ()')),
  ]
}

test.each([
  ['the login is refused', `alter role ${NAME} nologin`],
  ['the database accepts no connections', `alter database ${NAME} with allow_connections false`],
  ['the database is read-only', `alter database ${NAME} set default_transaction_read_only = on`],
])('every PostgreSQL operation rejects with DatabaseUnavailable once %s', async (_, statement) => {
  const database = await open()
  await changeAndDisconnect(statement)
  for (const outcome of await Promise.allSettled(callAll(database)))
    expect(outcome).toMatchObject({ reason: expect.any(DatabaseUnavailable) })
})

test.each([
  [
    'the login is not permitted',
    `alter role ${NAME} nologin`,
    `the server refuses the connection: role "${NAME}" is not permitted to log in (28000);`,
  ],
  [
    'the connection limit is too low',
    `alter role ${NAME} connection limit 1`,
    `the server refuses the connection: too many connections for role "${NAME}" (53300);`,
  ],
  [
    'the server is read-only',
    `alter role ${NAME} set default_transaction_read_only = on`,
    'the server is read-only: a standby, or its disk is full.',
  ],
])('opening PostgreSQL fails with a ConfigError when %s', async (_, statement, message) => {
  await changeAndDisconnect(statement)
  await expect(openPostgres(config, url)).rejects.toThrow(`DATABASE_URL: ${message}`)
})

test('opening PostgreSQL fails when the encoding of the database is not UTF-8', async () => {
  await runSql(serverUrl, `drop database ${NAME}`)
  await runSql(serverUrl, `create database ${NAME} template template0 encoding 'LATIN1' locale 'C'`)
  await expect(openPostgres(config, url)).rejects.toThrow('the database must store UTF8; this one stores LATIN1.')
})

test('migrations run by a role without the privilege to create a schema fail with an error about that privilege', async () => {
  await changeAndDisconnect(`alter database ${NAME} owner to current_user`)
  const database = await open()
  const refusal: unknown = await migrateDatabase(database, MIGRATIONS).catch((error: unknown) =>
    convertStartupError(error, 'DATABASE_URL'),
  )
  expect(refusal).toMatchObject({
    message:
      `DATABASE_URL: supabase_migrations failed: permission denied for database ${NAME} (42501); ` +
      'docs/data.md lists the rights that the role needs.',
  })
})

test('a PostgreSQL listener is disconnected while the server is read-only, and reconnects once it is writable', async () => {
  const database = await open()
  const events: string[] = []
  await database.listen('news', {
    onMessage: () => {},
    onLost: () => events.push('lost'),
    onReconnect: () => events.push('again'),
  })
  await changeAndDisconnect(`alter database ${NAME} set default_transaction_read_only = on`)
  await expect.poll(() => events).toEqual(['lost'])
  await pause(1_500) // the listener tries to reconnect at least twice in this time
  expect(events).toEqual(['lost'])
  await runSql(serverUrl, `alter database ${NAME} reset default_transaction_read_only`)
  await expect.poll(() => events, { timeout: 15_000 }).toEqual(['lost', 'again'])
})

test('the error of a failed migration contains the name of the migration file', async () => {
  const database = await open()
  const script = { file: '1_full.sql', version: '1', name: 'full', sha256: '', sql: FULL }
  const history = {
    create: '',
    read: async () => () => false,
    record: async () => {},
  }
  await expect(database.scriptTransaction((session) => applySqlScripts(session, [script], history))).rejects.toThrow(
    'The migration 1_full.sql failed: no room (53100)',
  )
})

const FULL = `do $$ begin raise exception 'no room' using errcode = '53100'; end $$`

// The setting transaction_timeout exists from PostgreSQL 17 on. With an older version the test sets no timeout.
test.each(['statement_timeout', 'transaction_timeout'])(
  'migrations are not subject to the %s of their database role',
  async (name) => {
    const set = `alter role ${NAME} set ${name} = 100`
    await changeAndDisconnect(
      `do $$ begin if exists (select from pg_settings where name = '${name}') then ${set}; end if; end $$`,
    )
    const database = await open()
    await expect(
      database.scriptTransaction((session) => session.script('select pg_sleep(0.5)')),
    ).resolves.toBeUndefined()
  },
)
