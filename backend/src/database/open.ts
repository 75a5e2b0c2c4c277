import type { Database, DatabaseConfig } from './database.ts'
import { openPGlite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/**
 * Opens the database that the configuration names. Rejects with one plain sentence when it can't be used: unreachable,
 * older than PostgreSQL 15, not UTF-8, or a folder that another process holds.
 */
export function openDatabase(config: DatabaseConfig): Promise<Database> {
  return config.databaseUrl === null ? openPGlite(config) : openPostgres(config, config.databaseUrl)
}
