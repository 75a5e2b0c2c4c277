import { migrateDatabase } from '@site/backend/database/migrations/migrate'
import { openDatabase } from '@site/backend/database/open'
import type { Database } from '@site/backend/database/port/database'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillEveryColumn } from '../../tests/support/every-column/fill-every-column.ts'
import { qualifiedName, readTables } from '../../tests/support/every-column/read-tables.ts'
import { createDatabase, dropDatabase } from '../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../tests/support/shared-fixtures.ts'
import { SITE_MIGRATIONS } from './migrations.ts'

// The copy and the erasure of a person's data, in a database in which every column of every table has a value and every text that may contain
// an address contains the person's. A column that one of the two forgets fails a test, or is named here with the reason.

const SLOW = 300_000
const NAME = `erase_every_column_${process.pid}`
const PERSON = 'erased-0@guests.example.com'

/** Columns of erased rows that the copy leaves out: keys and order numbers of this program, which say nothing about the person. */
const NOT_COPIED = [
  'private.payment_events.inserted_id',
  'private.payment_events.is_unreported',
  'public.contact_answers.message_id',
  'public.mail_outbox.dedupe_key',
  'public.webhook_outbox.person',
  'public.webhook_outbox.seq',
]

/** Columns that an erasure does not change: only operators and the server write to them, never the address of a visitor. */
const KEPT = [
  'auth.audit_log_entries.payload', // ids of accounts; deleted after 180 days
  'auth.rate_buckets.key', // a keyed hash
  'public.app_settings.value',
  'public.operator_acts.detail', // addresses are masked before they are stored
  'public.operator_acts.reason',
  'public.operator_acts.who',
  'public.setting_changes.key',
  'public.setting_changes.new_value',
  'public.setting_changes.old_value',
  'public.setting_changes.reason',
  'public.waves.selection', // a list of addresses is stored as a keyed hash
  'storage.buckets.id',
  'storage.buckets.name',
  'storage.buckets.owner_id',
  'storage.objects.bucket_id',
  'storage.objects.metadata',
  'storage.objects.name',
  'storage.objects.owner_id',
  'storage.objects.path_tokens',
  'storage.objects.user_metadata',
  'storage.objects.version',
]

type Row = Record<string, unknown>
type Tables = Record<string, readonly Row[]>

let database: Database
let before: Tables
let after: Tables
let copy: unknown
beforeAll(async () => {
  const server = await getSharedTestFixture('postgres')
  database = await openDatabase({ databaseUrl: await createDatabase(server, NAME), dataDir: '' })
  await migrateDatabase(database, SITE_MIGRATIONS)
  const value = async (expression: string) => {
    const [row] = await database.scriptTransaction((session) =>
      session.query(`select (${expression})::text as value`, [PERSON]),
    )
    return String(row?.['value'])
  }
  const person = await value('private.person_hash($1)')
  await database.scriptTransaction((session) => fillEveryColumn(session, 'erased', { person }))
  before = await readAll()
  copy = JSON.parse(await value('public.find_person($1)'))
  await value('public.erase_person($1)')
  await database.scriptTransaction((session) => session.query('delete from auth.users where email = $1', [PERSON]))
  after = await readAll()
}, SLOW)
afterAll(async () => {
  await database?.close()
  await dropDatabase(await getSharedTestFixture('postgres'), NAME)
})

function readAll(): Promise<Tables> {
  return database.scriptTransaction(async (session) => {
    const found: Record<string, Row[]> = {}
    for (const table of await readTables(session)) {
      const rows = await session.query(`select to_jsonb(t)::text as row from ${qualifiedName(table)} t`)
      found[qualifiedName(table)] = rows.map(({ row }) =>
        v.parse(v.record(v.string(), v.unknown()), JSON.parse(String(row))),
      )
    }
    return found
  })
}

/** Returns the objects with an id in a JSON value, by id. */
function objectsById(json: unknown): Map<unknown, Row> {
  if (typeof json !== 'object' || json === null) return new Map()
  const own: [unknown, Row][] = 'id' in json ? [[json.id, { ...json }]] : []
  return new Map([...own, ...Object.values(json).flatMap((each) => [...objectsById(each)])])
}

test('the copy of a person’s data has every column of every row that an erasure deletes, except those of the account', () => {
  const shown = objectsById(copy)
  const missing = Object.entries(before).flatMap(([table, rows]) => {
    if (after[table]?.length === rows.length) return [] // no row was deleted
    const left = new Set(after[table]?.map((row) => JSON.stringify(row)))
    const gone = rows.filter((row) => !table.startsWith('auth.') && !left.has(JSON.stringify(row)))
    return gone.flatMap((row) =>
      Object.keys(row)
        .filter((column) => JSON.stringify(shown.get(row['id'])?.[column]) !== JSON.stringify(row[column]))
        .map((column) => `${table}.${column}`),
    )
  })
  expect([...new Set(missing)].sort()).toEqual(NOT_COPIED)
})

test('after an erasure and the deletion of the account, no column contains the address, except those that never hold one', () => {
  const holding = Object.entries(after).flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.keys(row)
        .filter((column) => JSON.stringify(row[column])?.includes(PERSON))
        .map((column) => `${table}.${column}`),
    ),
  )
  expect([...new Set(holding)].sort()).toEqual(KEPT)
})
