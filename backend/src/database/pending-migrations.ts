import { sql } from 'kysely'
import type { Database } from './database.ts'
import { MIGRATIONS } from './migrate.ts'
import { readScripts } from './migration-scripts.ts'

/** Returns the migration files that are not applied, for example because the database was replaced by an older backup while the server runs. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const scripts = await readScripts(MIGRATIONS)
  const { rows } = await sql<{ version: string }>`
    select version from supabase_migrations.schema_migrations`.execute(database.kysely)
  const applied = new Set(rows.map(({ version }) => version))
  return scripts.filter(({ version }) => !applied.has(version)).map(({ file }) => file)
}
