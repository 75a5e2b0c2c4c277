import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { runSql } from '../../../tests/support/postgres.ts'
import { sharedFixture } from '../../../tests/support/shared-fixtures.ts'
import { DatabaseUnavailable } from './errors.ts'
import { applyScripts, migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { startRefusal } from './start-refusal.ts'

// Whoever keeps the database may change passwords, rights and limits, and hand the site over to a copy that only reads.

const NAME = 'changing_owner'
const config = { databaseUrl: null, dataDir: '', limits: { signupsPerSource: 30, messagesPerSource: 10 } }
let serverUrl: string
let url: string

beforeEach(async () => {
  serverUrl = await sharedFixture('postgres')
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

/** Ends all connections to the database, so that new ones meet what has changed. */
async function changed(statement: string) {
  await runSql(serverUrl, statement)
  await runSql(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${NAME}'`)
}

async function open() {
  const database = await openPostgres(config, url)
  onTestFinished(() => database.close())
  await database.ping()
  return database
}

/** Every way to ask something of the database. */
function works(database: Awaited<ReturnType<typeof open>>) {
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
  ['the database has another name', `alter database ${NAME} with allow_connections false`],
  ['it only reads', `alter database ${NAME} set default_transaction_read_only = on`],
])('from now on %s: nothing of that is told to visitors, the database cannot be had', async (_, statement) => {
  const database = await open()
  await changed(statement)
  for (const outcome of await Promise.allSettled(works(database)))
    expect(outcome).toMatchObject({ reason: expect.any(DatabaseUnavailable) })
})

test.each([
  [
    'may not log in',
    `alter role ${NAME} nologin`,
    `the server refuses the connection: role "${NAME}" is not permitted to log in (28000);`,
  ],
  [
    'is one too many',
    `alter role ${NAME} connection limit 1`,
    `the server refuses the connection: too many connections for role "${NAME}" (53300);`,
  ],
  [
    'finds a server that only reads',
    `alter role ${NAME} set default_transaction_read_only = on`,
    'the server only reads: a copy of another one, or out of room.',
  ],
])('who %s is told so in one sentence at the start', async (_, statement, words) => {
  await changed(statement)
  await expect(openPostgres(config, url)).rejects.toThrow(`DATABASE_URL: ${words}`)
})

test('a database that does not store UTF-8 is refused', async () => {
  await runSql(serverUrl, `drop database ${NAME}`)
  await runSql(serverUrl, `create database ${NAME} template template0 encoding 'LATIN1' locale 'C'`)
  await expect(openPostgres(config, url)).rejects.toThrow('the database must store UTF8; this one stores LATIN1.')
})

test('migrations of a role that may not make a schema end with a sentence about that right', async () => {
  await changed(`alter database ${NAME} owner to current_user`)
  const database = await open()
  const refusal: unknown = await migrate(database).catch((error: unknown) => startRefusal(error, 'DATABASE_URL'))
  expect(refusal).toMatchObject({
    message:
      `DATABASE_URL: supabase_migrations failed: permission denied for database ${NAME} (42501); ` +
      'docs/data.md lists the rights that the role needs.',
  })
})

test('one that only reads is not listened to, and is again once it writes', async () => {
  const database = await open()
  const told: string[] = []
  await database.listen('news', {
    onMessage: () => {},
    onLost: () => told.push('lost'),
    onReconnect: () => told.push('again'),
  })
  await changed(`alter database ${NAME} set default_transaction_read_only = on`)
  await expect.poll(() => told).toEqual(['lost'])
  await pause(1_500) // long enough for two tries
  expect(told).toEqual(['lost'])
  await runSql(serverUrl, `alter database ${NAME} reset default_transaction_read_only`)
  await expect.poll(() => told, { timeout: 15_000 }).toEqual(['lost', 'again'])
})

test('what a migration ran into is told with its name', async () => {
  const database = await open()
  const script = { file: '1_full.sql', version: '1', name: 'full', sha256: '', sql: FULL }
  const history = {
    create: '',
    read: async () => () => false,
    record: async () => {},
  }
  await expect(applyScripts(database, [script], history)).rejects.toThrow(
    'The migration 1_full.sql failed: no room (53100)',
  )
})

const FULL = `do $$ begin raise exception 'no room' using errcode = '53100'; end $$`

// Before PostgreSQL 17 there is no transaction_timeout, and nothing to set.
test.each(['statement_timeout', 'transaction_timeout'])(
  'migrations may take longer than their role may: %s',
  async (name) => {
    const set = `alter role ${NAME} set ${name} = 100`
    await changed(`do $$ begin if exists (select from pg_settings where name = '${name}') then ${set}; end if; end $$`)
    const database = await open()
    await expect(
      database.scriptTransaction((session) => session.script('select pg_sleep(0.5)')),
    ).resolves.toBeUndefined()
  },
)
