import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type ServerConfig } from '@site/backend/config'
import { urlSchema } from '@site/backend/config-values'
import { openDatabase } from '@site/backend/database/open'
import type { Database, DatabaseConfig } from '@site/backend/database/port/database'
import * as v from 'valibot'
import {
  ARRIVING_DATABASE_FOLDER,
  DATABASE_FOLDER,
  readDatabaseMovedFile,
  replaceDatabaseFolder,
} from './data-folder.ts'
import { MoveRefusedError } from './refused.ts'
import { countSiteRecords, formatSiteRecordCounts, hasNoSiteRecords } from './site-data-counts.ts'
import { isSupabaseProject } from './supabase/inspect-project.ts'
import {
  createSupabaseStorageApi,
  type SupabaseProjectAccess,
  type SupabaseStorageApi,
} from './supabase/storage-api.ts'

/** The target database of a move. */
export type MoveTarget = {
  database: Database
  engine: Database['engine']
  /** The target's name for messages: host, port and name of the database, or the data folder. Never contains a password. */
  name: string
  /** One sentence that describes the operator's next step, to start the site on the target. */
  nextStep: string
  /**
   * For a target that is a Supabase project: its storage service, or null as `storage` when the operator gave no access to it. For any
   * other target, `project` is null.
   */
  project: { storage: SupabaseStorageApi | null } | null
  /**
   * Allows servers to start on the target and closes the connection to it. Called after everything was copied and the source is marked as
   * moved.
   */
  release(): Promise<void>
  close(): Promise<void>
}

const address = urlSchema('postgres', 'postgresql')

/**
 * The target of a move as an operator names it: `to` is `embedded` or a PostgreSQL connection string, `access` is for a Supabase project.
 */
export type NamedMoveTarget = { to: string; access: SupabaseProjectAccess | null }

/**
 * Opens the target database of a move. Rejects with MoveRefusedError when the target cannot be used. `signal` aborts requests to a Supabase
 * project.
 */
export function openMoveTarget(
  { to, access }: NamedMoveTarget,
  config: ServerConfig,
  signal: AbortSignal,
): Promise<MoveTarget> {
  if (to === 'embedded') return openEmbedded(config)
  return openServer(to, config, access === null ? null : createSupabaseStorageApi(access, signal))
}

async function openServer(to: string, config: ServerConfig, storage: SupabaseStorageApi | null): Promise<MoveTarget> {
  const parsed = v.safeParse(address, to)
  if (!parsed.success) throw new MoveRefusedError(`The target ${parsed.issues[0].message}, or the word embedded.`)
  const name = describeDatabaseUrl(to)
  const database = await openOrRefuse({ ...config, databaseUrl: to })
  const ofSupabase = await isSupabaseProject(database).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const project = ofSupabase ? { storage } : null
  return {
    database,
    engine: 'postgres',
    name,
    project,
    nextStep:
      project === null
        ? `Stop the server, set DATABASE_URL to the address of ${name}, and start it with the same DATA_DIR.`
        : 'Stop this server, and bring the website, the functions and the schedule to the project as docs/deploy.md tells (3. On Supabase).',
    // Dropping the schema `site_move` removes the move's state and triggers, so that servers start on the target and a Supabase project
    // accepts writes.
    async release() {
      await database.scriptTransaction((session) => session.script('drop schema if exists site_move cascade'))
      await database.close()
    },
    close: () => database.close(),
  }
}

async function openEmbedded({ dataDir, ...config }: ServerConfig): Promise<MoveTarget> {
  if (config.databaseUrl === null) throw new MoveRefusedError('The data is in the embedded database already.')
  if (existsSync(join(dataDir, DATABASE_FOLDER)) && readDatabaseMovedFile(dataDir) === null) {
    const holdings = await holdingsIn({ ...config, dataDir })
    if (!hasNoSiteRecords(holdings)) {
      throw new MoveRefusedError(
        `${join(dataDir, DATABASE_FOLDER)} holds ${formatSiteRecordCounts(holdings)} that were never moved. Move or rename that folder first.`,
      )
    }
  }
  const folder = join(dataDir, ARRIVING_DATABASE_FOLDER)
  const database = await openOrRefuse({ ...config, dataDir: folder, databaseUrl: null })
  return {
    database,
    engine: 'pglite',
    project: null,
    name: `the embedded database in ${dataDir}`,
    nextStep: 'Stop the server, remove DATABASE_URL from its environment, and start it with the same DATA_DIR.',
    async release() {
      await database.scriptTransaction((session) => session.script('drop schema if exists site_move cascade'))
      await database.close()
      replaceDatabaseFolder(dataDir)
    },
    close: () => database.close(),
  }
}

/** Counts the sign-ups, messages, accounts and files of the embedded database, which no server has open at the moment. */
async function holdingsIn(config: Omit<ServerConfig, 'databaseUrl'>) {
  const database = await openOrRefuse({ ...config, databaseUrl: null })
  try {
    return await countSiteRecords(database)
  } finally {
    await database.close()
  }
}

/** Returns the host, port and database name of a connection string, without the password. */
export function describeDatabaseUrl(url: string): string {
  const parts = URL.parse(url)
  return parts === null ? 'the given address' : `${parts.host}${parts.pathname}`
}

/** Opens the target database of a move. Converts a ConfigError about DATABASE_URL to a MoveRefusedError about the target. */
async function openOrRefuse(config: DatabaseConfig): Promise<Database> {
  try {
    return await openDatabase(config)
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause
    throw new MoveRefusedError(cause.message.replace(/^DATABASE_URL:? /, 'The target cannot be used: '), { cause })
  }
}
