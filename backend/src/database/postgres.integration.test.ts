import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startFaultyProxy } from '../../../tests/support/faulty-proxy.ts'
import { runSql } from '../../../tests/support/postgres.ts'
import { sharedFixture } from '../../../tests/support/shared-fixtures.ts'
import { SELECT_TYPED_VALUES, TYPED_VALUES } from '../../../tests/support/typed-values.ts'
import type { Caller, Database } from './database.ts'
import { CommitOutcomeUnknown, DatabaseUnavailable, isDatabaseError } from './errors.ts'
import { openPostgres } from './postgres.ts'
import type { Tables } from './tables.ts'

const SLOW = 60_000
const config = { databaseUrl: null, dataDir: '', limits: { signupsPerSource: 30, messagesPerSource: 10 } }
let serverUrl: string

beforeAll(async () => {
  serverUrl = await sharedFixture('postgres')
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

test('of two works that wait for each other one is run again, and both are done', async () => {
  const { kysely, transaction } = await open()
  await sql`create table pairs (id int primary key, changes int not null)`.execute(kysely)
  onTestFinished(async () => void (await sql`drop table pairs`.execute(kysely)))
  await sql`insert into pairs values (1, 0), (2, 0)`.execute(kysely)
  let runs = 0
  const bothHold = Promise.withResolvers<void>()
  const inOrder = (first: number, second: number) => async (tx: Transaction<Tables>) => {
    await sql`update pairs set changes = changes + 1 where id = ${first}`.execute(tx)
    runs += 1
    if (runs === 2) bothHold.resolve()
    await bothHold.promise
    await sql`update pairs set changes = changes + 1 where id = ${second}`.execute(tx)
  }
  await Promise.all([transaction(inOrder(1, 2)), transaction(inOrder(2, 1))])
  expect(runs).toBe(3)
  expect((await sql`select changes from pairs`.execute(kysely)).rows).toEqual([{ changes: 2 }, { changes: 2 }])
})

const visitor: Caller = { role: 'anon', claims: {}, source: '192.0.2.1' }

test("the settings of a caller's transaction are on their way with its BEGIN", async () => {
  let asked = ''
  const cable = await startFaultyProxy(serverUrl, (data) => {
    asked += data.toString('latin1')
    return data
  })
  const database = await open(cable.url)
  await database.ping()
  cable.freeze(true)
  asked = ''
  const work = database.asCaller(visitor, (tx) => sql`select 1`.execute(tx))
  await expect.poll(() => asked).toMatch(/begin.*set_config/s)
  cable.cut()
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
})

test('when BEGIN fails nothing is done: it would be done with the rights of the owner', async () => {
  const cable = await startFaultyProxy(serverUrl, (asked) =>
    Buffer.from(asked.toString('latin1').replace('begin\0', 'begun\0'), 'latin1'),
  )
  const database = await open(cable.url)
  const works: string[] = []
  await expect(database.asCaller(visitor, async () => works.push('run'))).rejects.toMatchObject({ code: '42601' })
  expect(works).toEqual([])
  const { rows } = await sql`select current_user = session_user as "isOwner"`.execute(database.kysely)
  expect(rows).toEqual([{ isOwner: true }])
})

test('rows of several are sent in one trip; whether they are kept is unknown when it has no answer, and not before', async () => {
  const asked: string[] = []
  const cable = await startFaultyProxy(serverUrl, (data) => {
    asked.push(data.toString('latin1'))
    return data
  })
  const database = await open(cable.url)
  await database.ping()
  cable.freeze(true)
  asked.length = 0
  const rows = [{ caller: visitor, json: '[{"name":"Ada"}]' }] as const
  const storing = database.insertBatch('sign_up_together', rows, {})
  await expect.poll(() => asked.join('')).toContain('[{\\"name\\":\\"Ada\\"}]')
  expect(asked).toHaveLength(1)
  cable.cut()
  await expect(storing).rejects.toBeInstanceOf(CommitOutcomeUnknown)
  const unsent: unknown = await database.insertBatch('sign_up_together', rows, {}).catch((error: unknown) => error)
  expect(unsent).toBeInstanceOf(DatabaseUnavailable)
  expect(unsent).not.toBeInstanceOf(CommitOutcomeUnknown)
})

test('a server that cannot be used is one sentence that names the variable', async () => {
  const nobody = address((url) => {
    url.port = '1'
  })
  await expect(openPostgres(config, nobody)).rejects.toThrow(
    "DATABASE_URL: the database server can't be reached (ECONNREFUSED); check host and port, and whether the server runs.",
  )
  const nowhere = address((url) => {
    url.pathname = '/nowhere'
  })
  await expect(openPostgres(config, nowhere)).rejects.toThrow(
    'DATABASE_URL: the server refuses the connection: database "nowhere" does not exist (3D000); ' +
      'create the database, or correct its name in the address.',
  )
})

test('nothing is said while connecting that a pooler refuses, and the server is impatient all the same', async () => {
  const beginnings: string[] = []
  const cable = await startFaultyProxy(serverUrl, (asked) => {
    const said = asked.toString('latin1')
    if (said.includes('user\0')) beginnings.push(said)
    return asked
  })
  const { kysely } = await open(`${cable.url}?statement_timeout=9000`)
  const { rows } = await sql`
    select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle
  `.execute(kysely)
  expect(rows).toEqual([{ statement: '4s', idle: '5s' }])
  expect(beginnings).not.toEqual([])
  // PgBouncer ends connections that begin with anything else than these.
  for (const said of beginnings)
    expect(
      said
        .slice(8)
        .split('\0')
        .filter((_, place) => place % 2 === 0),
    ).toEqual(KNOWN_TO_POOLERS)
})

const KNOWN_TO_POOLERS = ['user', 'database', 'client_encoding', '']

test.each([
  ['one for two', () => 0],
  ['two in turns', (asked: number) => asked % 2],
  ['another for each statement', (asked: number) => asked],
])('a pooler that shares its connections is refused: %s', async (_, process) => {
  let asked = 0
  const place = 'pg_backend_pid()'
  const cable = await startFaultyProxy(serverUrl, (data) => {
    const answer = () => String(4711 + process(asked++)).padEnd(place.length)
    return Buffer.from(data.toString('latin1').replace(place, answer), 'latin1')
  })
  await expect(openPostgres(config, cable.url)).rejects.toThrow(
    'DATABASE_URL: a pooler shares its connections there after each transaction, and live figures need one of their own;',
  )
})

test('a server that goes away while it is looked at is one sentence, too', async () => {
  const name = 'goes_away'
  await runSql(serverUrl, `create database ${name}`)
  onTestFinished(async () => void (await runSql(serverUrl, `drop database ${name} with (force)`)))
  let connections = 0
  const cable = await startFaultyProxy(serverUrl, (asked) => {
    if (asked.includes('user\0')) connections += 1
    if (connections < 2) return asked
    // The second is not answered, and the first, which is asked nothing meanwhile, is sent away.
    void runSql(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    return Buffer.alloc(0)
  })
  const url = new URL(cable.url)
  url.pathname = `/${name}`
  await expect(openPostgres(config, url.href)).rejects.toThrow("DATABASE_URL: the database server can't be reached (")
})

test('values of each type are returned in the same form as on PGlite', async () => {
  const { kysely } = await open()
  expect((await sql.raw(SELECT_TYPED_VALUES).execute(kysely)).rows).toEqual([TYPED_VALUES])
})

test('refusals are told apart from faults, and carry nothing that was sent', async () => {
  const { kysely, transaction } = await open()
  const error: unknown = await sql`select ${'secret'}::int`.execute(kysely).catch((reason: unknown) => reason)
  expect(isDatabaseError(error)).toBe(true)
  expect(error).toMatchObject({ code: '22P02' })
  await expect(transaction(() => Promise.reject(new Error('own timeout')))).rejects.toThrow('own timeout')
})

test(
  'a statement that takes too long is given up, and its connection goes on',
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
  'a database that goes away is a quick refusal, and one that comes back works, listeners too',
  async () => {
    const cable = await startFaultyProxy(serverUrl)
    const database = await open(cable.url)
    const heard: string[] = []
    await database.listen('news', { onMessage: (text) => heard.push(text), onReconnect: () => heard.push('again') })
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
    await expect.poll(() => heard, { timeout: 15_000 }).toEqual(['again'])
    await sql`select pg_notify('news', 'hello')`.execute(database.kysely)
    await expect.poll(() => heard).toEqual(['again', 'hello'])
  },
  SLOW,
)

test(
  'a server that stands still is given up within seconds, its connection thrown away',
  async () => {
    const cable = await startFaultyProxy(serverUrl)
    const database = await open(cable.url)
    await database.ping()
    cable.freeze(true)
    const started = performance.now()
    const work = database.transaction((tx) => sql`select 1`.execute(tx))
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(performance.now() - started).toBeLessThan(25_000)
    cable.freeze(false)
    await database.ping()
  },
  SLOW,
)

test('to close does not wait for a server that stands still', async () => {
  const cable = await startFaultyProxy(serverUrl)
  const database = await openPostgres(config, cable.url)
  await database.listen('news', { onMessage: () => {}, onReconnect: () => {} })
  await database.ping()
  cable.freeze(true)
  const closed = database.close().then(() => 'closed')
  expect(await Promise.race([closed, pause(15_000, 'still open', { ref: false })])).toBe('closed')
})

test('a server that is too old is one sentence', async () => {
  const asked = "current_setting('server_version_num')::int"
  const cable = await startFaultyProxy(serverUrl, (data) =>
    Buffer.from(data.toString('latin1').replace(asked, '140012'.padEnd(asked.length)), 'latin1'),
  )
  await expect(openPostgres(config, cable.url)).rejects.toThrow('DATABASE_URL: PostgreSQL 15 or later is needed;')
})
