import { existsSync, lstatSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerConfig } from '@site/backend/config'
import { urlSchema } from '@site/backend/config-values'
import { openDatabase } from '@site/backend/database/open'
import { POSTGRES_FOLDER_NAME } from '@site/backend/database/own-postgres/home'
import type { Database, SqlScriptSession } from '@site/backend/database/port/database'
import * as v from 'valibot'
import { MoveRefusedError } from './refused.ts'
import { describeSiteRecords } from './site-records.ts'
import { hasMovedAway, readMoveState } from './state.ts'

/**
 * The target database of a move. `name` is its name for messages: host, port and name of the database, or the data folder, and never
 * contains a password. `change` is what the operator changes in the server's environment after the move.
 */
export type MoveTarget = { database: Database; name: string; change: string; close(): Promise<void> }

type TargetOptions = { to: string; config: ServerConfig; dryRun: boolean }

const PREVIEW_FOLDER = 'move-preview'
const address = urlSchema('postgres', 'postgresql')

/**
 * Opens the target database of a move: `own` or a PostgreSQL connection string. Rejects with MoveRefusedError when the word or the string
 * cannot be used, and with the ConfigError of `openDatabase`. A database in the own PostgreSQL that was moved away is set aside; a dry run
 * uses a folder of its own instead.
 */
export async function openMoveTarget({ to, config, dryRun }: TargetOptions): Promise<MoveTarget> {
  if (to === 'own') return openOwn(config, dryRun)
  const parsed = v.safeParse(address, to)
  if (!parsed.success) throw new MoveRefusedError(`The target ${parsed.issues[0].message}, or the word own.`)
  return openAs({ ...config, databaseUrl: to })
}

async function openAs(config: ServerConfig): Promise<MoveTarget> {
  const database = await openDatabase(config)
  const name = describeDatabase(config)
  const isOwn = config.databaseUrl === null
  const change = isOwn ? 'remove DATABASE_URL from its environment' : `set DATABASE_URL to the address of ${name}`
  return { database, name, change, close: () => database.close() }
}

async function openOwn(config: ServerConfig, dryRun: boolean): Promise<MoveTarget> {
  if (config.databaseUrl === null) throw new MoveRefusedError('The data is in the own PostgreSQL already.')
  const own = { ...config, databaseUrl: null }
  const folder = join(config.dataDir, POSTGRES_FOLDER_NAME)
  if (existsSync(folder)) {
    const target = await openAs(own)
    const state = await target.database.scriptTransaction(readMoveState)
    if (state === null || !hasMovedAway(state, own)) return target
    await target.close()
    if (!dryRun) setAside(folder)
  }
  if (!dryRun) return openAs(own)
  const preview = join(config.dataDir, PREVIEW_FOLDER)
  rmSync(preview, { recursive: true, force: true }) // of a preview that was killed
  const target = await openAs({ ...own, dataDir: preview })
  return {
    ...target,
    name: describeDatabase(own),
    async close() {
      await target.close()
      rmSync(realpathSync(join(preview, POSTGRES_FOLDER_NAME)), { recursive: true })
      rmSync(preview, { recursive: true })
    },
  }
}

/** Renames the folder of the own PostgreSQL, which may be a symlink, so that the next start creates a new one. */
function setAside(folder: string): void {
  const suffix = `.moved-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  if (!lstatSync(folder).isSymbolicLink()) return renameSync(folder, folder + suffix)
  const data = realpathSync(folder)
  renameSync(data, data + suffix)
  symlinkSync(data + suffix, folder + suffix)
  rmSync(folder)
}

/** Throws MoveRefusedError when a database holds data that a move would replace, other than what an interrupted move left there. */
export async function refuseUsedTarget(session: SqlScriptSession, name: string, source: string): Promise<void> {
  const state = await readMoveState(session)
  if (state?.side === 'arriving' && state.other === source) return
  if (state !== null) {
    const way = state.side === 'arriving' ? 'from' : 'to'
    throw new MoveRefusedError(`${name} holds the rows of a move ${way} ${state.other}. Name an empty database.`)
  }
  const records = await describeSiteRecords(session)
  if (records !== '') throw new MoveRefusedError(`${name} is not empty: it holds ${records}. Name an empty database.`)
}

/** Returns the name of a database for messages: its host, port and name without the password, or the data folder. */
export function describeDatabase({ databaseUrl, dataDir }: Pick<ServerConfig, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === null) return `the own PostgreSQL in ${dataDir}`
  const parts = URL.parse(databaseUrl)
  return parts === null ? 'the given address' : `${parts.host}${parts.pathname}`
}
