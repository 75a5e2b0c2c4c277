import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../port/database.ts'
import { isDatabaseError } from '../port/errors.ts'
import type { MigrationSource } from './migrate.ts'
import { readSqlScripts } from './migration-scripts.ts'

const UNDEFINED_TABLE = '42P01'

/**
 * Returns the names of the migrations that are not applied, for example because an older backup replaced the database while the server
 * runs: all of them when the database has no migration history.
 */
export async function findPendingMigrations(database: Database, { folder }: MigrationSource): Promise<string[]> {
  const scripts = await readSqlScripts(folder)
  const { rows } = await sql<{ version: string }>`
    select version from supabase_migrations.schema_migrations`
    .execute(database.kysely)
    .catch((error: unknown) => {
      if (isDatabaseError(error) && error.code === UNDEFINED_TABLE) return { rows: [] }
      throw error
    })
  const applied = new Set(rows.map(({ version }) => version))
  return scripts.filter(({ version }) => !applied.has(version)).map(({ file }) => file)
}

/**
 * Returns the names of the migrations whose file differs from the statements that this database applied, by their digests. Such a file has no
 * effect: a migration is applied once. White space and semicolons do not count, because the Supabase CLI records each statement without them.
 * A migration that was recorded without its statements is not compared.
 */
export async function findChangedMigrations(database: Database, { folder }: MigrationSource): Promise<string[]> {
  const scripts = await readSqlScripts(folder)
  const { rows } = await sql<{ version: string; digest: string }>`
    select version, encode(sha256(convert_to(translate(array_to_string(statements, ''), E' \t\r\n;', ''), 'UTF8')), 'hex') as digest
    from supabase_migrations.schema_migrations where cardinality(statements) > 0`.execute(database.kysely)
  const applied = new Map(rows.map(({ version, digest }) => [version, digest]))
  return scripts
    .filter(({ version, sql: text }) => (applied.get(version) ?? digestOf(text)) !== digestOf(text))
    .map(({ file }) => file)
}

/** Returns the sentence with which the start and `doctor` report a migration that was changed after it was applied. */
export function describeChangedMigration(file: string): string {
  return `The migration ${file} was changed after this database applied it, and the change is not in the database: put the file back and write a new migration (docs/deploy.md)`
}

function digestOf(text: string): string {
  return createHash('sha256')
    .update(text.replace(/[ \t\r\n;]/g, ''))
    .digest('hex')
}
