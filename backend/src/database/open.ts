import type { Database, DatabaseConfig } from './database.ts'

/**
 * Opens the database that the configuration names. Rejects with one plain sentence when it can't be used: unreachable,
 * older than PostgreSQL 15, not UTF-8, or a folder that another process holds. Loads the code of that one alone.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const { databaseUrl } = config
  if (databaseUrl === null) return (await import('./pglite.ts')).openPGlite(config)
  return (await import('./postgres.ts')).openPostgres(config, databaseUrl)
}
