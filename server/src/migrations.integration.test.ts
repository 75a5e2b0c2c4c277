import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPGlite } from '@site/backend/database/embedded/pglite'
import { applySqlScripts, migrateDatabase, PLATFORM_SCRIPTS_FOLDER } from '@site/backend/database/migrations/migrate'
import { migrationHistory, platformScriptHistory } from '@site/backend/database/migrations/migration-history'
import { readSqlScripts, type SqlScript } from '@site/backend/database/migrations/migration-scripts'
import { findPendingMigrations } from '@site/backend/database/migrations/pending-migrations'
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
  'migrate rejects a PostgreSQL database that a newer version migrated, and leaves it unchanged',
  () => onDatabase(checkNewerDatabase),
  SLOW,
)

test(
  'migrate rejects an embedded database that a newer version migrated, and leaves it unchanged',
  async () => {
    await using folder = await createTemporaryFolder('newer-')
    const database = await openPGlite({ ...config, dataDir: folder.path })
    try {
      await checkNewerDatabase(database)
    } finally {
      await database.close()
    }
  },
  SLOW,
)

/**
 * Creates a database in the state before the baseline, the migration that replaced all earlier ones: the earlier migrations up to `version`
 * are recorded as applied. The last of them has the same version as the baseline.
 */
async function fromBeforeBaseline(database: Database, version: string): Promise<void> {
  const baseline = join(SITE_MIGRATIONS.folder, '20261124104000_baseline.sql')
  await applySqlScripts(database, await readSqlScripts(PLATFORM_SCRIPTS_FOLDER), platformScriptHistory)
  await applySqlScripts(database, [aScript('20261121080000', await readFile(baseline, 'utf8'))], migrationHistory)
  await applySqlScripts(database, [aScript(version, 'select 1')], migrationHistory)
}

test(
  'migrate applies only later migrations to a database that has all migrations from before the baseline',
  async () => {
    await using folder = await createTemporaryFolder('adopted-')
    const database = await openPGlite({ ...config, dataDir: folder.path })
    try {
      await fromBeforeBaseline(database, '20261124104000')
      await migrateDatabase(database, SITE_MIGRATIONS)
      expect(await findPendingMigrations(database, SITE_MIGRATIONS)).toEqual([])
      await migrateDatabase(database, SITE_MIGRATIONS)
      const { rows } = await sql`select private.signups_per_source() as most`.execute(database.kysely)
      expect(rows).toEqual([{ most: 30 }])
    } finally {
      await database.close()
    }
  },
  SLOW,
)

test(
  'migrate rejects a database that lacks the last migrations from before the baseline, and applies no migration',
  async () => {
    await using folder = await createTemporaryFolder('half-')
    const database = await openPGlite({ ...config, dataDir: folder.path })
    try {
      await fromBeforeBaseline(database, '20261123190000')
      await expect(migrateDatabase(database, SITE_MIGRATIONS)).rejects.toThrow(
        'The database was made by an earlier version of this program, and lacks its last migrations (it has 20261123190000; 20261124104000 is needed). ' +
          'Start the last version that has migration 20261121080000 on it once, then this one.',
      )
      expect((await findPendingMigrations(database, SITE_MIGRATIONS)).length).toBeGreaterThan(1)
    } finally {
      await database.close()
    }
  },
  SLOW,
)

test('a failing migration is rolled back, named in the error, and prevents the migrations after it', async () => {
  const scripts = [
    aScript('1.sql', 'create table first (id int)'),
    aScript('2.sql', 'create table second (id int); select nonsense'),
    aScript('3.sql', 'create table third (id int)'),
  ]
  await onDatabase(async (database) => {
    await expect(applySqlScripts(database, scripts, migrationHistory)).rejects.toThrow(
      'The migration 2.sql failed: column "nonsense" does not exist (42703)',
    )
    const { rows } = await sql`
      select to_regclass('first') is not null as first, to_regclass('second') is not null as second,
        to_regclass('third') is not null as third`.execute(database.kysely)
    expect(rows).toEqual([{ first: true, second: false, third: false }])
  })
})

test('a platform script is applied again when its content changes, and a migration is not', async () => {
  await onDatabase(async (database) => {
    await sql`create table runs (id int)`.execute(database.kysely)
    const insert = 'insert into runs values (1)'
    for (const sha256 of ['a', 'a', 'b'])
      await applySqlScripts(database, [aScript('p', insert, sha256)], platformScriptHistory)
    for (const sha256 of ['a', 'b']) await applySqlScripts(database, [aScript('m', insert, sha256)], migrationHistory)
    expect((await sql`select count(*) from runs`.execute(database.kysely)).rows).toEqual([{ count: 3 }])
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
