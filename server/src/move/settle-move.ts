import { join } from 'node:path'
import { ConfigError } from '@site/backend/config'
import type { Database } from '@site/backend/database/port/database'
import { formatDay } from '@site/contract/date-time'
import { unfreezeDatabase } from './freeze.ts'
import { MoveRefusedError } from './refused.ts'
import { FINISHED_MOVE_FILE, hasMovedAway, isFinished, type MoveConfig, readMoveState, takeMoveLock } from './state.ts'

/**
 * Decides before a server uses a database whether it may. Makes the source of an interrupted move accept writes again. Throws a ConfigError
 * for a database that was moved elsewhere, is being moved, or is the target of a move that was not finished.
 */
export async function settleMove(database: Database, config: MoveConfig): Promise<void> {
  const state = await database.scriptTransaction(readMoveState)
  if (state === null) return
  const { databaseUrl, dataDir } = config
  const { side, other, at } = state
  const variable = databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL'
  if (side === 'arriving' && !isFinished(state, dataDir)) {
    throw new ConfigError(
      `${variable}: the move from ${other} into this database was not finished; run it again there, or name an empty database.`,
    )
  }
  if (hasMovedAway(state, config)) {
    const way =
      databaseUrl === null
        ? `remove ${join(dataDir, FINISHED_MOVE_FILE)}`
        : 'run in this one: drop schema site_move cascade'
    throw new ConfigError(
      `${variable}: this database was moved to ${other} on ${formatDay(at)}; start the site there. To go back to the old rows, ${way}`,
    )
  }
  await database
    .scriptTransaction((session) => takeMoveLock(session, state.id))
    .catch((error: unknown) => {
      if (!(error instanceof MoveRefusedError)) throw error
      throw new ConfigError(`${variable}: this database is being moved to ${other}; start when that is done.`)
    })
  await unfreezeDatabase(database, state.id)
}
