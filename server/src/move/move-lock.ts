import type { Database } from '@site/backend/database/port/database'
import { MoveRefusedError } from './refused.ts'

// The key of the advisory lock under which a move to another database runs: an arbitrary number that is the same in all processes of this
// program.
const LOCK = 7_206_514_293_019
// The interval, in milliseconds, of queries that keep the lock's transaction open. It is shorter than the idle timeout of script
// transactions.
const KEEP_ALIVE_MS = 20_000

/**
 * Runs a move under an advisory lock, so that no other process moves the same database. PostgreSQL releases the lock when the process is
 * killed. The embedded database needs no lock: only one process can open it, and its move endpoint runs one move at a time.
 */
export async function withMoveLock(database: Database, move: () => Promise<void>): Promise<void> {
  if (database.engine === 'pglite') return move()
  await database.scriptTransaction(async (session) => {
    const [lock] = await session.query('select pg_try_advisory_xact_lock($1::bigint) as taken', [LOCK])
    if (lock?.['taken'] !== true) throw new MoveRefusedError('Another process is moving this database.')
    const keepAlive = setInterval(() => {
      session.query('select 1').catch(() => {}) // an error is ignored here: after a lost connection, the commit fails
    }, KEEP_ALIVE_MS)
    try {
      await move()
    } finally {
      clearInterval(keepAlive)
    }
  })
}

/** Returns whether another process is moving the database. */
export async function isDatabaseBeingMoved(database: Database): Promise<boolean> {
  if (database.engine === 'pglite') return false
  return database.scriptTransaction(async (session) => {
    const [lock] = await session.query('select pg_try_advisory_xact_lock($1::bigint) as free', [LOCK])
    return lock?.['free'] !== true
  })
}
