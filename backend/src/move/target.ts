import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { type Config, ConfigError } from '../config.ts'
import { urlWith } from '../config-values.ts'
import type { Database, DatabaseConfig } from '../database/database.ts'
import { openDatabase } from '../database/open.ts'
import { ARRIVING, DATABASE, putInPlace, readMovedMark } from './data-folder.ts'
import { holdingsOf, describeHoldings, isEmpty } from './holdings.ts'
import { MoveRefused } from './refused.ts'
import { isProject } from './supabase/inspect-project.ts'
import { type ProjectAccess, type StorageApi, storageApi } from './supabase/storage-api.ts'

/** Where a move leads. */
export type Target = {
  database: Database
  engine: Database['engine']
  /** Host and name of the database, or the folder; never a password. */
  name: string
  /** What has to be done to start the site there, as one sentence. */
  nextStep: string
  /** Of a Supabase project: its storage service, or null where the operator named none. Null for every other target. */
  project: { storage: StorageApi | null } | null
  /** Lets servers start on it, once it holds everything and the source is marked as moved. Closes it. */
  release(): Promise<void>
  close(): Promise<void>
}

const address = urlWith('postgres', 'postgresql')

/** The target that an operator names: `embedded`, or the address of a PostgreSQL; `access` where that is of a Supabase project. */
export type Named = { to: string; access: ProjectAccess | null }

/** Opens a target. Refuses with a sentence. What is sent to a project ends with `signal`. */
export function openTarget({ to, access }: Named, config: Config, signal: AbortSignal): Promise<Target> {
  if (to === 'embedded') return openEmbedded(config)
  return openServer(to, config, access === null ? null : storageApi(access, signal))
}

async function openServer(to: string, config: Config, storage: StorageApi | null): Promise<Target> {
  const parsed = v.safeParse(address, to)
  if (!parsed.success) throw new MoveRefused(`The target ${parsed.issues[0].message}, or the word embedded.`)
  const name = nameOfAddress(to)
  const database = await openOrRefuse({ ...config, databaseUrl: to })
  const ofSupabase = await isProject(database).catch(async (error: unknown) => {
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
    // The state is all that keeps a server from starting on it, and a project from taking changes.
    async release() {
      await database.scriptTransaction((session) => session.script('drop schema if exists site_move cascade'))
      await database.close()
    },
    close: () => database.close(),
  }
}

async function openEmbedded({ dataDir, ...config }: Config): Promise<Target> {
  if (config.databaseUrl === null) throw new MoveRefused('The data is in the embedded database already.')
  if (existsSync(join(dataDir, DATABASE)) && readMovedMark(dataDir) === null) {
    const holdings = await holdingsIn({ ...config, dataDir })
    if (!isEmpty(holdings)) {
      throw new MoveRefused(
        `${join(dataDir, DATABASE)} holds ${describeHoldings(holdings)} that were never moved. Move or rename that folder first.`,
      )
    }
  }
  const folder = join(dataDir, ARRIVING)
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
      putInPlace(dataDir)
    },
    close: () => database.close(),
  }
}

/** What an embedded database holds that no server runs on. */
async function holdingsIn(config: Omit<Config, 'databaseUrl'>) {
  const database = await openOrRefuse({ ...config, databaseUrl: null })
  try {
    return await holdingsOf(database)
  } finally {
    await database.close()
  }
}

/** Host, port and database of a connection string: what may be shown. */
export function nameOfAddress(url: string): string {
  const parts = URL.parse(url)
  return parts === null ? 'the given address' : `${parts.host}${parts.pathname}`
}

/** What a start says of DATABASE_URL is said of the target. */
async function openOrRefuse(config: DatabaseConfig): Promise<Database> {
  try {
    return await openDatabase(config)
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause
    throw new MoveRefused(cause.message.replace(/^DATABASE_URL:? /, 'The target cannot be used: '), { cause })
  }
}
