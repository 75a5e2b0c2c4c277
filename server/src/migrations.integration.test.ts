import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findChangedMigrations } from '@site/backend/database/migrations/compare-migrations'
import { applySqlScripts, migrateDatabase } from '@site/backend/database/migrations/migrate'
import {
  migrationHistory,
  platformScriptHistory,
  type ScriptHistory,
} from '@site/backend/database/migrations/migration-history'
import { readSqlScripts, type SqlScript } from '@site/backend/database/migrations/migration-scripts'
import type { Database } from '@site/backend/database/port/database'
import { openPostgres } from '@site/backend/database/postgres/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, dropDatabase, runSql } from '../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../tests/support/shared-fixtures.ts'
import { createTemporaryFolder } from '../../tests/support/temporary-folder.ts'
import { SITE_MIGRATIONS } from './migrations.ts'

const SLOW = 120_000
const NAME = 'migrated_by_unit'
const config = { databaseUrl: null, dataDir: '' }
let serverUrl: string
let url: string

const migrateSite = (database: Database) => migrateDatabase(database, SITE_MIGRATIONS)

beforeAll(async () => {
  serverUrl = await getSharedTestFixture('postgres')
  await dropDatabase(serverUrl, NAME)
  url = await createDatabase(serverUrl, NAME)
}, SLOW)

afterAll(() => dropDatabase(serverUrl, NAME))

async function onDatabase<T>(run: (database: Database) => Promise<T>, at = url): Promise<T> {
  const database = await openPostgres(config, at)
  try {
    return await run(database)
  } finally {
    await database.close()
  }
}

test(
  'processes that start concurrently apply each migration once and record it in the Supabase CLI’s table',
  async () => {
    await Promise.all([1, 2, 3].map(() => onDatabase(migrateSite)))
    await onDatabase(migrateSite)
    const rows = await runSql(
      url,
      'select version, name, cardinality(statements) as statements from supabase_migrations.schema_migrations order by version',
    )
    const files = (await readdir(SITE_MIGRATIONS.folder)).sort()
    expect(rows).toEqual(
      files.map((file) => {
        const [, version, name] = /^(\d{14})_([a-z_]+)\.sql$/.exec(file) ?? []
        return { version, name, statements: 1 }
      }),
    )
    const spots = await runSql(url, `select value from app_settings where key = 'early_access_spots'`)
    expect(spots).toEqual([{ value: '10' }])
  },
  SLOW,
)

const apply = (database: Database, scripts: readonly SqlScript[], history: ScriptHistory) =>
  database.scriptTransaction((session) => applySqlScripts(session, scripts, history))

function aScript(file: string, script: string, sha256 = 'a'): SqlScript {
  return { file, version: file, name: file, sql: script, sha256 }
}

/**
 * Checks that `migrate` changes nothing in a database that a newer version of this program has migrated, and that it succeeds after the
 * record of the newer migration is removed.
 */
async function checkNewerDatabase(database: Database): Promise<void> {
  await migrateDatabase(database, SITE_MIGRATIONS)
  await sql`insert into supabase_migrations.schema_migrations (version, name) values
    ('20000101000000', 'of_somebody_else'), ('29990101000000', 'of_the_next_version')`.execute(database.kysely)
  await sql`update supabase_migrations.platform set sha256 = 'of the next version'`.execute(database.kysely)
  await expect(migrateDatabase(database, SITE_MIGRATIONS)).rejects.toThrow(
    /^The database was changed by a newer version .*migration 29990101000000; this one knows \d{14}.* restore the backup made before the upgrade/,
  )
  const { rows } = await sql`select distinct sha256 from supabase_migrations.platform`.execute(database.kysely)
  expect(rows).toEqual([{ sha256: 'of the next version' }]) // the hash is unchanged, so no platform script was applied
  await sql`delete from supabase_migrations.schema_migrations where version = '29990101000000'`.execute(database.kysely)
  await migrateDatabase(database, SITE_MIGRATIONS)
  await sql`delete from supabase_migrations.schema_migrations where version = '20000101000000'`.execute(database.kysely)
}

test(
  'migrate rejects a database that a newer version migrated, and leaves it unchanged',
  () => onDatabase(checkNewerDatabase),
  SLOW,
)

test('a failing migration is named in the error, and nothing of the others is left', async () => {
  const scripts = [
    aScript('1.sql', 'create table first (id int)'),
    aScript('2.sql', 'create table second (id int); select nonsense'),
    aScript('3.sql', 'create table third (id int)'),
  ]
  await onDatabase(async (database) => {
    await expect(apply(database, scripts, migrationHistory)).rejects.toThrow(
      'The migration 2.sql failed: column "nonsense" does not exist (42703)',
    )
    const { rows } = await sql`
      select to_regclass('first') is not null as first, to_regclass('second') is not null as second,
        to_regclass('third') is not null as third`.execute(database.kysely)
    expect(rows).toEqual([{ first: false, second: false, third: false }])
  })
})

test('a platform script is applied again when its content changes, and a migration is not', async () => {
  await onDatabase(async (database) => {
    await sql`create table runs (id int)`.execute(database.kysely)
    const insert = 'insert into runs values (1)'
    for (const sha256 of ['a', 'a', 'b']) await apply(database, [aScript('p', insert, sha256)], platformScriptHistory)
    for (const sha256 of ['a', 'b']) await apply(database, [aScript('m', insert, sha256)], migrationHistory)
    expect((await sql`select count(*) from runs`.execute(database.kysely)).rows).toEqual([{ count: 3 }])
  })
})

test('findChangedMigrations names a migration that was edited after it was applied, and none for another line ending', async () => {
  await using folder = await createTemporaryFolder('changed-')
  const change = (file: string, text: string) => writeFile(join(folder.path, file), text)
  await change('01_edited.sql', 'create table edited (id int);\n')
  await change('02_line_ending.sql', 'create table line_ending (id int);\n-- ä\nselect 1;\n')
  await change('03_by_the_cli.sql', 'create table by_the_cli (id int);\nselect 2;\n')
  await change('04_not_recorded.sql', 'select 3;')
  await onDatabase(async (database) => {
    const scripts = await readSqlScripts(folder.path)
    await apply(database, scripts, migrationHistory)
    await sql`update supabase_migrations.schema_migrations
      set statements = array['create table by_the_cli (id int)', 'select 2'] where version = '03'`.execute(
      database.kysely,
    )
    await sql`update supabase_migrations.schema_migrations set statements = null where version = '04'`.execute(
      database.kysely,
    )
    expect(await findChangedMigrations(database, { folder: folder.path })).toEqual([])
    await change('01_edited.sql', 'create table edited (id int, added int);\n')
    await change('02_line_ending.sql', 'create table line_ending (id int);\r\n-- ä\r\nselect 1;\r\n')
    await change('04_not_recorded.sql', 'select 4;')
    await change('05_pending.sql', 'select 5;')
    expect(await findChangedMigrations(database, { folder: folder.path })).toEqual(['01_edited.sql'])
  })
})

test(
  'migrate reports the missing grants of a user without the API roles, and succeeds once they are granted',
  async () => {
    const name = `${NAME}_plainly`
    await dropDatabase(serverUrl, name)
    await runSql(serverUrl, 'drop role if exists plain_owner')
    await runSql(serverUrl, 'create role plain_owner login')
    const address = new URL(await createDatabase(serverUrl, name))
    await runSql(serverUrl, `alter database ${name} owner to plain_owner`)
    address.username = 'plain_owner'

    await expect(onDatabase(migrateSite, address.href)).rejects.toThrow(
      'The migration 01-roles.sql failed: the user plain_owner must be a member of the roles of the data API: ' +
        'grant anon, authenticated, service_role to plain_owner (42501)',
    )
    await runSql(serverUrl, 'grant anon, authenticated, service_role to plain_owner')
    await onDatabase(async (database) => {
      await migrateDatabase(database, SITE_MIGRATIONS)
      const read = (role: 'anon' | 'service_role') =>
        database.asCaller({ role, claims: {}, source: '' }, (tx) => sql`select key from app_settings`.execute(tx))
      expect((await read('anon')).rows).toEqual([{ key: 'early_access_spots' }])
      expect((await read('service_role')).rows.length).toBeGreaterThan(1)
    }, address.href)
    await dropDatabase(serverUrl, name)
    await runSql(serverUrl, 'drop role plain_owner')
  },
  SLOW,
)
