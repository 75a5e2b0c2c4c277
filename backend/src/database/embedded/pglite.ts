import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { ConfigError } from '../../config.ts'
import { createCallerRoleSql } from '../port/caller-settings.ts'
import type { Database, DatabaseConfig, PostgresSettingValues, QuiescedDatabase } from '../port/database.ts'
import { createDatabaseInsertBatch } from '../port/insert-batch.ts'
import type { DatabaseTables } from '../port/tables.ts'
import { createDatabaseCluster } from './create-database-cluster.ts'
import { createEmbeddedDialect, EmbeddedConnection } from './embedded-dialect.ts'
import { startDatabaseMaintenance } from './embedded-maintenance.ts'
import { EmbeddedServer } from './embedded-server.ts'
import { DATABASE_LOCK_FILE_NAME, isFolderLockedError, lockFolder } from './folder-lock.ts'

/**
 * Opens the embedded PostgreSQL in `DATA_DIR/database` and creates the database if needed. Rejects with a ConfigError when the folder can't
 * be written, is locked by another process, or contains a database that doesn't start.
 */
export async function openPGlite(config: DatabaseConfig): Promise<Database> {
  const folder = join(config.dataDir, 'database')
  const unlock = await takeFolder(config.dataDir)
  try {
    await createDatabaseCluster(folder)
    restrictToOwner(folder)
    const server = await EmbeddedServer.start(folder, config.engineSettings)
    return embeddedDatabase(server, folder, config.callerSettings ?? {}, unlock)
  } catch (error) {
    unlock()
    throw new ConfigError(`DATA_DIR: the database in ${folder} does not start: ${reasonOf(error)}`, { cause: error })
  }
}

async function takeFolder(dataDir: string): Promise<() => void> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return await lockFolder(join(dataDir, DATABASE_LOCK_FILE_NAME))
  } catch (error) {
    const reason = isFolderLockedError(error)
      ? 'another process is using it'
      : `nothing can be written there (${reasonOf(error)})`
    throw new ConfigError(`DATA_DIR: ${dataDir} can't be used: ${reason}.`, { cause: error })
  }
}

/**
 * Restricts a folder to its owner. The engine creates files that every user of the machine may read and write; the mode of the folder
 * denies access to them.
 */
function restrictToOwner(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch {
    // The mode can't be changed: the folder belongs to another user, who is responsible for its mode, or the file system has no modes.
  }
}

function embeddedDatabase(
  server: EmbeddedServer,
  folder: string,
  settings: PostgresSettingValues,
  unlock: () => void,
): Database {
  const connection = new EmbeddedConnection(server)
  const kysely = new Kysely<DatabaseTables>({ dialect: createEmbeddedDialect(connection) })
  const stopUpkeep = startDatabaseMaintenance(kysely)
  return {
    engine: 'pglite',
    kysely,
    transaction: (run) => kysely.transaction().execute(run),
    asCaller: (caller, run, timeouts) =>
      kysely.transaction().execute(async (tx) => {
        await createCallerRoleSql(caller, settings, timeouts).execute(tx)
        connection.setRole(caller.role)
        return run(tx)
      }),
    insertBatch: createDatabaseInsertBatch(kysely, settings),
    scriptTransaction: (run) =>
      // The transaction holds the single connection, so the scripts can run on the engine directly.
      kysely.transaction().execute(async () => {
        const engine = await server.running()
        return run({
          script: (script) => server.script(engine, script),
          query: async (query, parameters) => (await server.query(engine, query, parameters)).rows,
        })
      }),
    async listen(channel, listener) {
      await kysely.connection().execute(() => server.listen(channel, listener))
      return async () => server.unlisten(channel, listener)
    },
    async ping() {
      await kysely.connection().execute(async () => server.query(await server.running(), 'select 1'))
    },
    connections: () => ({ open: null, idle: null, waiting: null }),
    // No file changes while the callback copies the data folder: holding the single connection blocks all other statements, and the
    // embedded engine has no background process that writes files.
    quiesce: (copy) =>
      kysely.connection().execute(async () => {
        const engine = await server.running()
        await server.query(engine, 'checkpoint')
        return copy(await describeFiles(folder, (sql) => server.query(engine, sql)))
      }),
    async close() {
      stopUpkeep()
      await kysely.connection().execute(() => server.close())
      await kysely.destroy()
      unlock()
    },
  }
}

/**
 * Returns the data folder, the PostgreSQL version, and a test of which WAL segments a copy of the folder needs: those from the last
 * checkpoint to the current segment. PostgreSQL allocates later segments in advance; they contain no changes.
 */
async function describeFiles(
  folder: string,
  query: (sql: string) => Promise<{ rows: Record<string, unknown>[] }>,
): Promise<QuiescedDatabase> {
  const { rows } = await query(`
    select current_setting('server_version') as version, pg_walfile_name(redo_lsn) as first,
      pg_walfile_name(pg_current_wal_lsn()) as last, redo_lsn::text as redo, pg_current_wal_flush_lsn()::text as end,
      timeline_id as timeline, (select bytes_per_wal_segment from pg_control_init()) as "segmentBytes"
    from pg_control_checkpoint()`)
  const [row] = rows
  if (row === undefined) throw new Error('There is no checkpoint.')
  const text = (name: string) => String(row[name])
  const [first, last] = [text('first'), text('last')]
  return {
    folder,
    version: text('version'),
    neededLog: (segment) => first <= segment && segment <= last,
    log: {
      redo: text('redo'),
      end: text('end'),
      timeline: Number(row['timeline']),
      segmentBytes: Number(row['segmentBytes']),
    },
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
