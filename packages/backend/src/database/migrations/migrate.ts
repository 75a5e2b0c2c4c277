import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import type { Database, SqlScriptSession } from '../port/database.ts'
import { DatabaseUnavailable, isDatabaseError } from '../port/errors.ts'
import { migrationHistory, platformScriptHistory, type ScriptHistory } from './migration-history.ts'
import { readSqlScripts, type SqlScript, SqlScriptError } from './migration-scripts.ts'

/**
 * The folder of the SQL scripts that create, on plain PostgreSQL, the roles, schemas and functions that a Supabase project has from the
 * start.
 */
export const PLATFORM_SCRIPTS_FOLDER = join(import.meta.dirname, 'platform')

/** The database to migrate. A move passes one whose transactions are parts of a larger one. */
export type MigratedDatabase = Pick<Database, 'scriptTransaction'>

/** The folder of a project's migrations, which can also be applied to a Supabase project. */
export type MigrationSource = { folder: string }

// The key of the advisory lock of migrations. The number is arbitrary, but equal in every process of this program.
const LOCK = 7_206_514_293_018

/**
 * Migrates the database. First applies the platform scripts (`platform/*.sql`), which create what Supabase provides, then the project's
 * migrations, each in one transaction with its record in the history, and last the triggers for live changes. Safe when several processes start at once. Rejects with the name of the failed file; the files before it stay applied. Rejects without a change
 * when a newer version of this program has migrated the database.
 */
export async function migrateDatabase(database: MigratedDatabase, { folder }: MigrationSource): Promise<void> {
  const migrations = await readSqlScripts(folder)
  await refuseNewer(database, migrations.at(-1)?.version ?? '')
  await applySqlScripts(database, await readSqlScripts(PLATFORM_SCRIPTS_FOLDER), platformScriptHistory)
  await applySqlScripts(database, migrations, migrationHistory)
  await withMigrationLock(database, (session) => session.query('select realtime.sync_publication()'))
}

/**
 * Throws when the database has a newer migration than this program, because it may have changed tables that this program relies on. Unknown
 * older migrations are accepted: a Supabase project may have its own.
 */
async function refuseNewer(database: MigratedDatabase, newest: string): Promise<void> {
  const found = (await readVersions(database, `version > '${newest}'`)).at(-1)
  if (found === undefined) return
  throw new ConfigError(
    `The database was changed by a newer version of this program (migration ${found}; this one knows ${newest}). Start that version again, or restore the backup made before the upgrade (docs/deploy.md).`,
  )
}

/**
 * Returns the versions of the recorded migrations that meet an SQL condition, in ascending order. Returns an empty list for a database
 * without a migration history.
 */
async function readVersions(database: MigratedDatabase, condition: string): Promise<string[]> {
  const rows = await withMigrationLock(database, async (session) => {
    const [record] = await session.query("select to_regclass('supabase_migrations.schema_migrations')::text as name")
    if (record?.['name'] == null) return []
    return session.query(
      `select version from supabase_migrations.schema_migrations where ${condition} order by version`,
    )
  }).catch((cause: unknown) => {
    throw failure('supabase_migrations', cause)
  })
  return rows.map(({ version }) => String(version))
}

/** Applies the SQL scripts that the migration history lacks, in the given order, each in one transaction with its record. */
export async function applySqlScripts(
  database: MigratedDatabase,
  scripts: readonly SqlScript[],
  history: ScriptHistory,
): Promise<void> {
  const done = await withMigrationLock(database, async (session) => {
    await session.script(history.create).catch((cause: unknown) => {
      throw failure('supabase_migrations', cause)
    })
    return history.read(session)
  })
  for (const script of scripts) {
    if (!done(script)) await applyOnce(database, script, history)
  }
}

async function applyOnce(database: MigratedDatabase, script: SqlScript, history: ScriptHistory): Promise<void> {
  await withMigrationLock(database, async (session) => {
    // Another process may have applied the script since the history was read.
    const done = await history.read(session)
    if (done(script)) return
    await session.script(script.sql).catch((cause: unknown) => {
      throw failure(script.file, cause)
    })
    await history.record(session, script)
  })
}

/** Runs a transaction under an advisory lock that excludes migrations by other processes. */
function withMigrationLock<T>(database: MigratedDatabase, run: (session: SqlScriptSession) => Promise<T>): Promise<T> {
  return database.scriptTransaction(async (session) => {
    await session.query('select pg_advisory_xact_lock($1::bigint)', [LOCK])
    return run(session)
  })
}

/** Converts PostgreSQL's rejection of a script to a `SqlScriptError` with the file name. Returns any other error unchanged. */
function failure(what: string, error: unknown): unknown {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  return isDatabaseError(cause) ? new SqlScriptError(what, cause) : error
}
