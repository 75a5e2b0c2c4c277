import type { Database } from '../database/database.ts'
import { MoveRefused } from './refused.ts'

// Any number will do, as long as every process of this program takes the same.
const LOCK = 7_206_514_293_019
// Half of what a script's transaction may stand idle for.
const KEEP_ALIVE_MS = 20_000

/**
 * Runs a move while no other process moves this database; a process that is killed lets go of it. The embedded database belongs to one
 * process, whose own path lets one move run at a time.
 */
export async function withMoveLock(database: Database, work: () => Promise<void>): Promise<void> {
  if (database.engine === 'pglite') return work()
  await database.scriptTransaction(async (session) => {
    const [lock] = await session.query('select pg_try_advisory_xact_lock($1::bigint) as taken', [LOCK])
    if (lock?.['taken'] !== true) throw new MoveRefused('Another process is moving this database.')
    const keepAlive = setInterval(() => {
      session.query('select 1').catch(() => {}) // the connection's end is told by the commit
    }, KEEP_ALIVE_MS)
    try {
      await work()
    } finally {
      clearInterval(keepAlive)
    }
  })
}

/** Whether another process is moving the database now. */
export async function isBeingMoved(database: Database): Promise<boolean> {
  if (database.engine === 'pglite') return false
  return database.scriptTransaction(async (session) => {
    const [lock] = await session.query('select pg_try_advisory_xact_lock($1::bigint) as free', [LOCK])
    return lock?.['free'] !== true
  })
}
