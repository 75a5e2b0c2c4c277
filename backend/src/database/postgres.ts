import type { Database, DatabaseConfig } from './database.ts'

/** Opens a pool of connections to a PostgreSQL server. */
export async function openPostgres(_config: DatabaseConfig, _databaseUrl: string): Promise<Database> {
  throw new Error('The PostgreSQL engine is being built.')
}
