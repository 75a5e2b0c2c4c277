import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { ConfigError } from '../config.ts'
import { asRole } from './caller-settings.ts'
import type { Database, DatabaseConfig, QuiescedDatabase } from './database.ts'
import { EmbeddedConnection, embeddedDialect } from './embedded-dialect.ts'
import { EmbeddedServer } from './embedded-server.ts'
import { startUpkeep } from './embedded-upkeep.ts'
import { isBusy, lockFolder } from './folder-lock.ts'
import { batchInsertion } from './insert-batch.ts'
import { makeCluster } from './make-cluster.ts'
import type { Tables } from './tables.ts'

/**
 * Opens the embedded PostgreSQL in `DATA_DIR/database`, making it first where there is none. Rejects with one sentence when
 * the folder can't be written, belongs to another process, or holds a database that doesn't start.
 */
export async function openPGlite(config: DatabaseConfig): Promise<Database> {
  const folder = join(config.dataDir, 'database')
  const unlock = await takeFolder(config.dataDir)
  try {
    await makeCluster(folder)
    keepOthersOut(folder)
    const server = await EmbeddedServer.start(folder)
    return embeddedDatabase(server, folder, config.limits, unlock)
  } catch (error) {
    unlock()
    throw new ConfigError(`DATA_DIR: the database in ${folder} does not start: ${reasonOf(error)}`, { cause: error })
  }
}

async function takeFolder(dataDir: string): Promise<() => void> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return await lockFolder(join(dataDir, 'database.lock'))
  } catch (error) {
    const reason = isBusy(error) ? 'another process is using it' : `nothing can be written there (${reasonOf(error)})`
    throw new ConfigError(`DATA_DIR: ${dataDir} can't be used: ${reason}.`, { cause: error })
  }
}

/** The engine makes files that everybody on the machine may read and write; the folder lets nobody else get to them. */
function keepOthersOut(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch {
    // It belongs to somebody else, who settles that; or the disk knows no such thing.
  }
}

function embeddedDatabase(
  server: EmbeddedServer,
  folder: string,
  limits: DatabaseConfig['limits'],
  unlock: () => void,
): Database {
  const connection = new EmbeddedConnection(server)
  const kysely = new Kysely<Tables>({ dialect: embeddedDialect(connection) })
  const stopUpkeep = startUpkeep(kysely)
  return {
    engine: 'pglite',
    kysely,
    transaction: (work) => kysely.transaction().execute(work),
    asCaller: (caller, work, patience) =>
      kysely.transaction().execute(async (tx) => {
        await asRole(caller, limits, patience).execute(tx)
        connection.tookRole(caller.role)
        return work(tx)
      }),
    insertBatch: batchInsertion(kysely, limits),
    scriptTransaction: (work) =>
      // The transaction keeps everybody else off the one connection while the scripts go to the engine directly.
      kysely.transaction().execute(async () => {
        const engine = await server.running()
        return work({
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
    // Whoever has the one connection keeps everybody else off it, and without background processes nothing else writes.
    quiesce: (work) =>
      kysely.connection().execute(async () => {
        const engine = await server.running()
        await server.query(engine, 'checkpoint')
        return work(await stillDatabase(folder, (sql) => server.query(engine, sql)))
      }),
    async close() {
      stopUpkeep()
      await kysely.connection().execute(() => server.close())
      await kysely.destroy()
      unlock()
    },
  }
}

/** The log files from the last checkpoint to where it is written now; later ones are only set aside for reuse. */
async function stillDatabase(
  folder: string,
  query: (sql: string) => Promise<{ rows: Record<string, unknown>[] }>,
): Promise<QuiescedDatabase> {
  const { rows } = await query(`
    select current_setting('server_version') as version, pg_walfile_name(redo_lsn) as first,
      pg_walfile_name(pg_current_wal_lsn()) as last
    from pg_control_checkpoint()`)
  const [version, first, last] = [rows[0]?.['version'], rows[0]?.['first'], rows[0]?.['last']].map(String)
  if (version === undefined || first === undefined || last === undefined) throw new Error('There is no checkpoint.')
  return { folder, version, neededLog: (segment) => first <= segment && segment <= last }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
