import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDatabase, dropDatabase, runSql } from '../../../../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../../../../tests/support/shared-fixtures.ts'
import { openPostgres } from './postgres.ts'
import { createPostgresClient, createPostgresClientOptions } from './postgres-connection.ts'

/** Each setting: the value that an operator sets for a role or database, and the value of the server's connections. */
const SETTINGS: readonly (readonly [name: string, operators: string, ours: string])[] = [
  ['DateStyle', 'SQL, DMY', 'ISO, MDY'],
  ['IntervalStyle', 'iso_8601', 'postgres'],
  ['TimeZone', 'Asia/Tokyo', 'UTC'],
  ['bytea_output', 'escape', 'hex'],
  ['extra_float_digits', '-15', '1'],
  ['standard_conforming_strings', 'off', 'on'],
  ['array_nulls', 'off', 'on'],
  ['transform_null_equals', 'on', 'off'],
  ['row_security', 'off', 'on'],
  ['search_path', 'nowhere', 'public, extensions'],
  ['default_transaction_isolation', 'serializable', 'read committed'],
  ['statement_timeout', '1s', '4s'],
  ['lock_timeout', '1s', '0'],
  ['idle_in_transaction_session_timeout', '1s', '5s'],
  ['idle_session_timeout', '10s', '0'],
]
const NEWER = ['transaction_timeout', '10s', '0'] as const // from PostgreSQL 17 on
const config = { databaseUrl: null, dataDir: '' }
const ROLE = 'other_settings'
let url: string
let settings: typeof SETTINGS

beforeAll(async () => {
  const server = await getSharedTestFixture('postgres')
  const [row] = await runSql(server, "select current_setting('transaction_timeout', true) is not null as known")
  settings = JSON.stringify(row) === '{"known":true}' ? [...SETTINGS, NEWER] : SETTINGS
  await runSql(server, `create role ${ROLE} login superuser`)
  const address = new URL(await createDatabase(server, ROLE))
  address.username = ROLE
  url = address.href
  return async () => {
    await dropDatabase(server, ROLE)
    await runSql(server, `drop role ${ROLE}`)
  }
})

test.each(['role', 'database'])('settings of the %s do not apply to connections of the server', async (kind) => {
  const server = await getSharedTestFixture('postgres')
  for (const [name, operators] of settings) {
    const value = name === 'search_path' ? operators : `'${operators}'`
    await runSql(server, `alter ${kind} ${ROLE} set ${name} = ${value}`)
  }
  onTestFinished(async () => void (await runSql(server, `alter ${kind} ${ROLE} reset all`)))
  const expected = Object.fromEntries(settings.map(([name, , ours]) => [name, ours]))
  const read = `select ${settings.map(([name]) => `current_setting('${name}') as "${name}"`).join(', ')}`
  const [before] = await runSql(url, read)
  for (const [name, operators] of settings) expect(before).toMatchObject({ [name]: operators })

  const database = await openPostgres(config, url)
  onTestFinished(() => database.close())
  expect((await sql.raw(read).execute(database.kysely)).rows).toEqual([expected])
  const client = createPostgresClient(createPostgresClientOptions(url))
  await client.connect()
  onTestFinished(() => client.end())
  expect((await client.query(read)).rows).toEqual([expected])
  // The session of migrations: without time limits, except for the one that releases its locks.
  const migrating = { statement_timeout: '0', lock_timeout: '0', idle_in_transaction_session_timeout: '1min' }
  const rows = await database.scriptTransaction((session) => session.query(read))
  expect(rows).toEqual([{ ...expected, ...migrating }])
})
