import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startFaultyProxy } from '../../../../../tests/support/faulty-proxy.ts'
import { runSql } from '../../../../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../../../../tests/support/shared-fixtures.ts'
import { EXPECTED_TYPED_VALUES, SELECT_TYPED_VALUES_SQL } from '../../../../../tests/support/typed-values.ts'
import type { Caller, Database } from '../port/database.ts'
import { CommitOutcomeUnknown, DatabaseUnavailable, isDatabaseError } from '../port/errors.ts'
import type { Tx } from '../port/tables.ts'
import { openPostgres } from './postgres.ts'

const SLOW = 60_000
const config = { databaseUrl: null, dataDir: '' }
let serverUrl: string

beforeAll(async () => {
  serverUrl = await getSharedTestFixture('postgres')
}, SLOW)

async function open(url = serverUrl): Promise<Database> {
  const database = await openPostgres(config, url)
  onTestFinished(() => database.close())
  return database
}

function address(change: (url: URL) => void): string {
  const url = new URL(serverUrl)
  change(url)
  return url.href
}

test('when two PostgreSQL transactions deadlock, one is repeated and both succeed', async () => {
  const { kysely, transaction } = await open()
  await sql`create table pairs (id int primary key, changes int not null)`.execute(kysely)
  onTestFinished(async () => void (await sql`drop table pairs`.execute(kysely)))
  await sql`insert into pairs values (1, 0), (2, 0)`.execute(kysely)
  let runs = 0
  const bothHaveLocked = Promise.withResolvers<void>()
  const inOrder = (first: number, second: number) => async (tx: Tx) => {
    await sql`update pairs set changes = changes + 1 where id = ${first}`.execute(tx)
    runs += 1
    if (runs === 2) bothHaveLocked.resolve()
    await bothHaveLocked.promise
    await sql`update pairs set changes = changes + 1 where id = ${second}`.execute(tx)
  }
  await Promise.all([transaction(inOrder(1, 2)), transaction(inOrder(2, 1))])
  // PostgreSQL rolls back one of the two transactions, which is then repeated. There may be more than one repetition: the repeated
  // transaction can lock its first row again before the other one continues, which is another deadlock.
  expect(runs).toBeGreaterThan(2)
  expect((await sql`select changes from pairs`.execute(kysely)).rows).toEqual([{ changes: 2 }, { changes: 2 }])
})

const visitor: Caller = { role: 'anon', claims: {}, source: '192.0.2.1' }

test('a caller’s transaction sends its role and request settings without waiting for the response to BEGIN', async () => {
  let sent = ''
  const cable = await startFaultyProxy(serverUrl, (data) => {
    sent += data.toString('latin1')
    return data
  })
  const database = await open(cable.url)
  await database.ping()
  cable.freeze(true)
  sent = ''
  const call = database.asCaller(visitor, (tx) => sql`select 1`.execute(tx))
  await expect.poll(() => sent).toMatch(/begin.*set_config/s)
  cable.cut()
  await expect(call).rejects.toBeInstanceOf(DatabaseUnavailable)
})

test('when BEGIN fails, the transaction callback is not run, because it would have the privileges of the database owner', async () => {
  const cable = await startFaultyProxy(serverUrl, (sent) =>
    Buffer.from(sent.toString('latin1').replace('begin\0', 'begun\0'), 'latin1'),
  )
  const database = await open(cable.url)
  const calls: string[] = []
  await expect(database.asCaller(visitor, async () => calls.push('run'))).rejects.toMatchObject({ code: '42601' })
  expect(calls).toEqual([])
  const { rows } = await sql`select current_user = session_user as "isOwner"`.execute(database.kysely)
  expect(rows).toEqual([{ isOwner: true }])
})

test('an insert batch is sent in one round trip, and its outcome is unknown only if it was sent but got no response', async () => {
  const sent: string[] = []
  const cable = await startFaultyProxy(serverUrl, (data) => {
    sent.push(data.toString('latin1'))
    return data
  })
  const database = await open(cable.url)
  await database.ping()
  cable.freeze(true)
  sent.length = 0
  const rows = [{ caller: visitor, json: '[{"name":"Ada"}]' }] as const
  const storing = database.insertBatch('sign_up_together', rows, {})
  await expect.poll(() => sent.join('')).toContain('[{\\"name\\":\\"Ada\\"}]')
  expect(sent).toHaveLength(1)
  cable.cut()
  await expect(storing).rejects.toBeInstanceOf(CommitOutcomeUnknown)
  const unsent: unknown = await database.insertBatch('sign_up_together', rows, {}).catch((error: unknown) => error)
  expect(unsent).toBeInstanceOf(DatabaseUnavailable)
  expect(unsent).not.toBeInstanceOf(CommitOutcomeUnknown)
})

test('opening an unreachable server or an unknown database fails with a ConfigError that names DATABASE_URL', async () => {
  const closedPort = address((url) => {
    url.port = '1'
  })
  await expect(openPostgres(config, closedPort)).rejects.toThrow(
    "DATABASE_URL: the database server can't be reached (ECONNREFUSED); check host and port, and whether the server runs.",
  )
  const unknownDatabase = address((url) => {
    url.pathname = '/nowhere'
  })
  await expect(openPostgres(config, unknownDatabase)).rejects.toThrow(
    'DATABASE_URL: the server refuses the connection: database "nowhere" does not exist (3D000); ' +
      'create the database, or correct its name in the address.',
  )
})

test('a PostgreSQL connection sends only the start-up parameters that poolers accept, and still sets its timeouts', async () => {
  const startupMessages: string[] = []
  const cable = await startFaultyProxy(serverUrl, (sent) => {
    const message = sent.toString('latin1')
    if (message.includes('user\0')) startupMessages.push(message)
    return sent
  })
  const { kysely } = await open(`${cable.url}?statement_timeout=9000`)
  const { rows } = await sql`
    select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle
  `.execute(kysely)
  expect(rows).toEqual([{ statement: '4s', idle: '5s' }])
  expect(startupMessages).not.toEqual([])
  // PgBouncer rejects connections that have start-up parameters other than these.
  for (const message of startupMessages)
    expect(
      message
        .slice(8)
        .split('\0')
        .filter((_, place) => place % 2 === 0),
    ).toEqual(KNOWN_TO_POOLERS)
})

const KNOWN_TO_POOLERS = ['user', 'database', 'client_encoding', '']

test.each([
  ['one server process for both connections', () => 0],
  ['two server processes in turn', (query: number) => query % 2],
  ['another server process for each statement', (query: number) => query],
])('opening PostgreSQL through a pooler in transaction mode fails with an error: %s', async (_, process) => {
  let queries = 0
  const place = 'pg_backend_pid()'
  const cable = await startFaultyProxy(serverUrl, (data) => {
    const processId = () => String(4711 + process(queries++)).padEnd(place.length)
    return Buffer.from(data.toString('latin1').replace(place, processId), 'latin1')
  })
  await expect(openPostgres(config, cable.url)).rejects.toThrow(
    'DATABASE_URL: the address leads to a pooler in transaction mode, but live updates need a session of their own;',
  )
})

test('opening PostgreSQL fails with a ConfigError when the server disconnects during the start-up check', async () => {
  const name = 'goes_away'
  await runSql(serverUrl, `create database ${name}`)
  onTestFinished(async () => void (await runSql(serverUrl, `drop database ${name} with (force)`)))
  let connections = 0
  const cable = await startFaultyProxy(serverUrl, (sent) => {
    if (sent.includes('user\0')) connections += 1
    if (connections < 2) return sent
    // The proxy returns no response on the second connection. Meanwhile PostgreSQL terminates the first connection, which is idle.
    void runSql(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    return Buffer.alloc(0)
  })
  const url = new URL(cable.url)
  url.pathname = `/${name}`
  await expect(openPostgres(config, url.href)).rejects.toThrow("DATABASE_URL: the database server can't be reached (")
})

test('PostgreSQL returns values of each type as the JavaScript values that callers expect', async () => {
  const { kysely } = await open()
  expect((await sql.raw(SELECT_TYPED_VALUES_SQL).execute(kysely)).rows).toEqual([EXPECTED_TYPED_VALUES])
})

test('a statement that PostgreSQL rejects throws a DatabaseError, and an error of the transaction callback is passed on', async () => {
  const { kysely, transaction } = await open()
  const error: unknown = await sql`select ${'secret'}::int`.execute(kysely).catch((reason: unknown) => reason)
  expect(isDatabaseError(error)).toBe(true)
  expect(error).toMatchObject({ code: '22P02' })
  await expect(transaction(() => Promise.reject(new Error('own timeout')))).rejects.toThrow('own timeout')
})

test(
  'a PostgreSQL statement that exceeds its timeout rejects with DatabaseUnavailable, and later statements succeed',
  async () => {
    const { kysely } = await open()
    const started = performance.now()
    await expect(sql`select pg_sleep(30)`.execute(kysely)).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(performance.now() - started).toBeLessThan(25_000)
    expect((await sql`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }])
  },
  SLOW,
)

test(
  'operations reject quickly while PostgreSQL is down, and statements and listeners work again once it is back',
  async () => {
    const cable = await startFaultyProxy(serverUrl)
    const database = await open(cable.url)
    const received: string[] = []
    await database.listen('news', {
      onMessage: (text) => received.push(text),
      onReconnect: () => received.push('again'),
    })
    await Promise.all([1, 2, 3].map(() => database.ping()))

    cable.cut()
    const started = performance.now()
    const away = await Promise.allSettled(
      [1, 2, 3, 4, 5].map(() => database.transaction((tx) => sql`select 1`.execute(tx))),
    )
    expect(performance.now() - started).toBeLessThan(15_000)
    for (const outcome of away) expect(outcome).toMatchObject({ reason: expect.any(DatabaseUnavailable) })

    await cable.mend()
    await database.ping()
    await expect.poll(() => received, { timeout: 15_000 }).toEqual(['again'])
    await sql`select pg_notify('news', 'hello')`.execute(database.kysely)
    await expect.poll(() => received).toEqual(['again', 'hello'])
  },
  SLOW,
)

test(
  'operations on a hanging PostgreSQL server reject within 25 seconds, and succeed again once the server responds',
  async () => {
    const cable = await startFaultyProxy(serverUrl)
    const database = await open(cable.url)
    await database.ping()
    cable.freeze(true)
    const started = performance.now()
    const call = database.transaction((tx) => sql`select 1`.execute(tx))
    await expect(call).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(performance.now() - started).toBeLessThan(25_000)
    cable.freeze(false)
    await database.ping()
  },
  SLOW,
)

test('close() does not wait for a hanging PostgreSQL server', async () => {
  const cable = await startFaultyProxy(serverUrl)
  const database = await openPostgres(config, cable.url)
  await database.listen('news', { onMessage: () => {}, onReconnect: () => {} })
  await database.ping()
  cable.freeze(true)
  const closed = database.close().then(() => 'closed')
  expect(await Promise.race([closed, pause(15_000, 'still open', { ref: false })])).toBe('closed')
})

test('opening a server older than PostgreSQL 15 fails with a ConfigError', async () => {
  const expression = "current_setting('server_version_num')::int"
  const cable = await startFaultyProxy(serverUrl, (data) =>
    Buffer.from(data.toString('latin1').replace(expression, '140012'.padEnd(expression.length)), 'latin1'),
  )
  await expect(openPostgres(config, cable.url)).rejects.toThrow('DATABASE_URL: PostgreSQL 15 or later is needed;')
})
