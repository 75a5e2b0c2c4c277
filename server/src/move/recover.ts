import type { ServerConfig } from '@site/backend/config'
import { ConfigError } from '@site/backend/config'
import type { Database } from '@site/backend/database/port/database'
import { DATABASE_MOVED_FILE, finishDatabaseReplacement, readDatabaseMovedFile } from './data-folder.ts'
import { unfreezeDatabase } from './freeze.ts'
import { isDatabaseBeingMoved } from './move-lock.ts'
import { readMoveState } from './move-state.ts'

/**
 * Finishes an interrupted move from PostgreSQL into the data folder, before the embedded database is opened. Throws a ConfigError when the
 * embedded database was moved elsewhere.
 */
export function recoverDataFolder({ databaseUrl, dataDir }: ServerConfig): void {
  if (databaseUrl !== null) return
  finishDatabaseReplacement(dataDir)
  const mark = readDatabaseMovedFile(dataDir)
  if (mark === null) return
  const instead = mark.is_supabase ? 'the site runs on that Supabase project' : 'start the site with DATABASE_URL'
  throw new ConfigError(
    `DATA_DIR: the database in ${dataDir} was moved to ${mark.to} on ${mark.at.slice(0, 10)}; ${instead}. To go back to the old rows, remove ${DATABASE_MOVED_FILE} there.`,
  )
}

/**
 * Makes a database accept writes again after its move was interrupted, for example because the server was killed. Throws a ConfigError for
 * a database that was moved elsewhere, is being moved, or contains only part of a copy.
 */
export async function recoverInterruptedMove(database: Database): Promise<void> {
  const state = await readMoveState(database)
  if (state === null) return
  const { side, other, at } = state
  if (database.engine === 'postgres') {
    if (side === 'left') {
      throw new ConfigError(
        `DATABASE_URL: this database was moved to ${other} on ${at.slice(0, 10)}; start the site there. To go back to the old rows, run in this one: drop schema site_move cascade`,
      )
    }
    if (side === 'arriving') {
      throw new ConfigError(
        `DATABASE_URL: the move from ${other} into this database was not finished; run it again there, or name an empty database.`,
      )
    }
    if (await isDatabaseBeingMoved(database)) {
      throw new ConfigError(`DATABASE_URL: this database is being moved to ${other}; start when that is done.`)
    }
  }
  // The database may accept writes again: either its move was interrupted, or the operator removed the file that marks the embedded
  // database as moved.
  await unfreezeDatabase(database)
}
