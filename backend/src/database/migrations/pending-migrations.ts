import { sql } from 'kysely'
import type { Database } from '../port/database.ts'
import type { MigrationSource } from './migrate.ts'
import { readSqlScripts } from './migration-scripts.ts'

/**
 * Returns the names of the migrations that are not applied, for example because an older backup replaced the database while the server
 * runs.
 */
export async function findPendingMigrations(database: Database, { folder }: MigrationSource): Promise<string[]> {
  const scripts = await readSqlScripts(folder)
  const { rows } = await sql<{ version: string }>`
    select version from supabase_migrations.schema_migrations`.execute(database.kysely)
  const applied = new Set(rows.map(({ version }) => version))
  return scripts.filter(({ version }) => !applied.has(version)).map(({ file }) => file)
}
