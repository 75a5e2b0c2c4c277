import type { Database, DatabaseConfig } from './database.ts'

/** Opens the embedded PostgreSQL in `DATA_DIR/database`. */
export async function openPGlite(_config: DatabaseConfig): Promise<Database> {
  throw new Error('The embedded database is being built.')
}
