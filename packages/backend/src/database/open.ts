import type { Database, DatabaseConfig } from './port/database.ts'

// Longer than for another PostgreSQL server: the own one either refuses a connection at once or accepts it, however busy the machine is.
const OWN_CONNECT_MS = 20_000

/**
 * Opens the configured database: another PostgreSQL server, or the server's own one, which it starts. Rejects with a ConfigError when the
 * server is unreachable, older than version 15 or not UTF-8, or when the own one does not start.
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const { databaseUrl } = config
  return databaseUrl === null
    ? openOwnPostgres(config)
    : (await import('./postgres/postgres.ts')).openPostgres(config, databaseUrl)
}

async function openOwnPostgres(config: DatabaseConfig): Promise<Database> {
  const [{ startOwnPostgres }, { connectPostgres }, { createPostgresClientOptions }] = await Promise.all([
    import('./own-postgres/own-postgres.ts'),
    import('./postgres/postgres.ts'),
    import('./postgres/postgres-connection.ts'),
  ])
  const own = await startOwnPostgres({
    dataDir: config.dataDir,
    settings: config.engineSettings,
    report: config.report,
  })
  const options = { ...createPostgresClientOptions(own.url), connectionTimeoutMillis: OWN_CONNECT_MS }
  const database = connectPostgres(config, options)
  return {
    ...database,
    own: { url: own.url, folder: own.folder },
    async close() {
      await database.close()
      await own.stop()
    },
  }
}
