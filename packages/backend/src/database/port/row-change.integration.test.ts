import { join } from 'node:path'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, dropDatabase } from '../../../../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../../../../tests/support/shared-fixtures.ts'
import { migrateDatabase } from '../migrations/migrate.ts'
import { openPostgres } from '../postgres/postgres.ts'
import type { Database } from './database.ts'
import { ROW_CHANGE_CHANNEL, type RowChange, rowChangeSchema } from './row-change.ts'

const MIGRATIONS = { folder: join(import.meta.dirname, '../../../../../supabase/migrations') }
const NAME = 'row_changes'
const config = { databaseUrl: null, dataDir: '' }
const received: RowChange[] = []
let serverUrl: string
let database: Database

beforeAll(async () => {
  serverUrl = await getSharedTestFixture('postgres')
  await dropDatabase(serverUrl, NAME)
  database = await openPostgres(config, await createDatabase(serverUrl, NAME))
  await migrateDatabase(database, MIGRATIONS)
  await database.scriptTransaction((session) =>
    session.script(`
      create table shown (id int primary key, text text, price numeric(10, 2));
      create table whole (a int, b int, text text, primary key (b, a));
      alter table whole replica identity full;
      create table hidden (id int primary key);
      alter publication supabase_realtime add table shown, whole;
      select realtime.sync_publication();`),
  )
  await database.listen(ROW_CHANGE_CHANNEL, {
    onMessage: (payload) => received.push(v.parse(rowChangeSchema, JSON.parse(payload))),
    onReconnect: () => {},
  })
})

afterAll(async () => {
  await database.close()
  await dropDatabase(serverUrl, NAME)
})

async function changesOf(...statements: string[]): Promise<RowChange[]> {
  received.length = 0
  await database.transaction(async (tx) => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
    await sql`notify realtime_changes, '{"schema":"","table":"end","type":"DELETE","commit_timestamp":"","columns":[],"primary_key":[],"record":null,"old_record":null,"truncated":false}'`.execute(
      tx,
    )
  })
  await expect.poll(() => received.at(-1)?.table).toBe('end')
  return received.slice(0, -1)
}

test('a row change notification contains the row, its columns and the old primary key', async () => {
  const [insert, update, remove] = await changesOf(
    `insert into shown values (1, 'it''s "one"', 2.50)`,
    `update shown set id = 2, text = null`,
    `delete from shown`,
  )
  expect(insert).toMatchObject({
    schema: 'public',
    table: 'shown',
    type: 'INSERT',
    columns: [
      { name: 'id', type: 'int4' },
      { name: 'text', type: 'text' },
      { name: 'price', type: 'numeric' },
    ],
    primary_key: ['id'],
    record: { id: 1, text: 'it\'s "one"', price: 2.5 },
    old_record: null,
    truncated: false,
  })
  expect(insert?.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  expect(update).toMatchObject({ type: 'UPDATE', record: { id: 2, text: null }, old_record: { id: 1 } })
  expect(update?.old_record).toEqual({ id: 1 })
  expect(remove).toMatchObject({ type: 'DELETE', record: null, old_record: { id: 2 } })
})

test('with replica identity full, a row change notification contains the whole old row', async () => {
  const changes = await changesOf(
    `insert into whole values (1, 2, 'x')`,
    `update whole set text = 'y'`,
    'delete from whole',
  )
  expect(changes.map(({ old_record }) => old_record)).toEqual([
    null,
    { a: 1, b: 2, text: 'x' },
    { a: 1, b: 2, text: 'y' },
  ])
  expect(changes[0]?.primary_key.toSorted()).toEqual(['a', 'b'])
})

test('the change notification of a row that is too large contains only its primary key and is marked as truncated', async () => {
  const [change] = await changesOf(`insert into shown values (3, repeat('ä', 5000), 1)`)
  expect(change).toMatchObject({ type: 'INSERT', record: { id: 3 }, columns: [], truncated: true })
  expect(change?.record).toEqual({ id: 3 })
})

test('two identical updates in one transaction are both sent as row change notifications', async () => {
  const changes = await changesOf(
    `insert into shown values (4)`,
    `update shown set price = 1 where id = 4`,
    `update shown set price = 1 where id = 4`,
  )
  expect(changes.map(({ type }) => type)).toEqual(['INSERT', 'UPDATE', 'UPDATE'])
})

test('row change notifications are sent only for committed changes of published tables', async () => {
  expect(await changesOf('insert into hidden values (1)')).toEqual([])
  await database
    .transaction(async (tx) => {
      await sql`insert into shown values (9)`.execute(tx)
      throw new Error('no')
    })
    .catch(() => {})
  expect(await changesOf('insert into hidden values (2)')).toEqual([])
  await changesOf('alter publication supabase_realtime drop table shown', 'select realtime.sync_publication()')
  expect(await changesOf('insert into shown values (10)')).toEqual([])
})
