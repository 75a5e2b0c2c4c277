import { sql } from 'kysely'
import type { Database } from './database.ts'
import { MIGRATIONS } from './migrate.ts'
import { readScripts } from './migration-scripts.ts'

/** The files of `supabase/migrations` that the database does not have yet: somebody put another, older one in its place. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const scripts = await readScripts(MIGRATIONS)
  const { rows } = await sql<{ version: string }>`
    select version from supabase_migrations.schema_migrations`.execute(database.kysely)
  const applied = new Set(rows.map(({ version }) => version))
  return scripts.filter(({ version }) => !applied.has(version)).map(({ file }) => file)
}
