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

/** The folder of a project's migrations, which can also be applied to a Supabase project. */
export type MigrationSource = { folder: string }

// The key of the advisory lock of migrations. The number is arbitrary, but equal in every process of this program.
const LOCK = 7_206_514_293_018

/**
 * Migrates the database: the platform scripts (`platform/*.sql`), which create what Supabase provides, then the project's migrations, each
 * with its record in the history, and last the triggers for live changes. All in one transaction under a lock, so that several processes may
 * start at once. Rejects with the name of the failed file, and without a change; also when a newer version of this program has migrated the
 * database.
 */
export function migrateDatabase(database: Pick<Database, 'scriptTransaction'>, source: MigrationSource): Promise<void> {
  return database.scriptTransaction((session) => migrateInSession(session, source))
}

/** Migrates the database as `migrateDatabase` does, as a part of a larger transaction. */
export async function migrateInSession(session: SqlScriptSession, { folder }: MigrationSource): Promise<void> {
  const migrations = await readSqlScripts(folder)
  await session.query('select pg_advisory_xact_lock($1::bigint)', [LOCK])
  await refuseNewer(session, migrations.at(-1)?.version ?? '')
  await applySqlScripts(session, await readSqlScripts(PLATFORM_SCRIPTS_FOLDER), platformScriptHistory)
  await applySqlScripts(session, migrations, migrationHistory)
  await session.query('select realtime.sync_publication()')
}

/**
 * Throws when the database has a newer migration than this program, because it may have changed tables that this program relies on. Unknown
 * older migrations are accepted: a Supabase project may have its own.
 */
async function refuseNewer(session: SqlScriptSession, newest: string): Promise<void> {
  const [record] = await session.query("select to_regclass('supabase_migrations.schema_migrations')::text as name")
  if (record?.['name'] == null) return
  const [found] = await session
    .query<{ version: string | null }>(
      'select max(version) as version from supabase_migrations.schema_migrations where version > $1',
      [newest],
    )
    .catch((cause: unknown) => {
      throw failure('supabase_migrations', cause)
    })
  if (found?.version == null) return
  throw new ConfigError(
    `The database was changed by a newer version of this program (migration ${found.version}; this one knows ${newest}). Start that version again, or restore the backup made before the upgrade (docs/deploy.md).`,
  )
}

/** Applies the SQL scripts that the migration history lacks, in the given order, each with its record. */
export async function applySqlScripts(
  session: SqlScriptSession,
  scripts: readonly SqlScript[],
  history: ScriptHistory,
): Promise<void> {
  await session.script(history.create).catch((cause: unknown) => {
    throw failure('supabase_migrations', cause)
  })
  const isApplied = await history.read(session)
  for (const script of scripts) {
    if (isApplied(script)) continue
    await session.script(script.sql).catch((cause: unknown) => {
      throw failure(script.file, cause)
    })
    await history.record(session, script)
  }
}

/** Converts PostgreSQL's rejection of a script to a `SqlScriptError` with the file name. Returns any other error unchanged. */
function failure(what: string, error: unknown): unknown {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  return isDatabaseError(cause) ? new SqlScriptError(what, cause) : error
}
