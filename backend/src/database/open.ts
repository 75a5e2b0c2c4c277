import type { Database, DatabaseConfig } from './port/database.ts'

/**
 * Opens the configured database and imports only the code of its engine. Rejects with a ConfigError when the PostgreSQL server is
 * unreachable, older than version 15 or not UTF-8, or when another process uses the data folder.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const { databaseUrl } = config
  if (databaseUrl === null) return (await import('./embedded/pglite.ts')).openPGlite(config)
  return (await import('./postgres/postgres.ts')).openPostgres(config, databaseUrl)
}
