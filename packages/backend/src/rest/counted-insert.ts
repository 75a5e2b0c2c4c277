import { sql } from 'kysely'
import type { Caller, TransactionCallback } from '../database/port/database.ts'
import { type DatabaseError, isDatabaseError } from '../database/port/errors.ts'
import type { Tx } from '../database/port/tables.ts'
import { TaskQueue } from '../http/task-queue.ts'
import type { ServiceDependencies } from '../services.ts'
import { convertAndLogDatabaseError, runWriteTransactionAsCaller } from './run-as-caller.ts'
import type { InsertAttempt, InsertAttemptCounter } from './table-inserts.ts'

/**
 * The SQLSTATE of a deadlock. PostgreSQL has rolled back the whole transaction, count included, so the transaction is retried as a whole.
 */
const DEADLOCK = '40P01'

// The database also serialises insert attempts from the same client IP network. Without this lock in the process, parallel requests from
// one network could occupy every database connection while they wait.
const inserts = new TaskQueue({ atOnce: 1, waiting: Infinity })

/**
 * Inserts rows as the caller in a transaction that also counts the attempt for a rate limit. A rejected insert is rolled back to a
 * savepoint, so that the count is committed nevertheless, under the same lock and before the response is sent. Parallel requests therefore
 * cannot pass the rate limit before the attempt is counted.
 */
export async function insertRowsAndCountAttempt<T>(
  services: ServiceDependencies,
  counter: InsertAttemptCounter,
  attempt: InsertAttempt,
  insert: TransactionCallback<T>,
): Promise<T> {
  const { caller } = attempt
  const outcome = await inserts.run(caller.source, () => storeOrCount(services, counter, attempt, insert))
  if ('result' in outcome) return outcome.result
  throw await convertAndLogDatabaseError(services, caller, outcome.refused)
}

type Outcome<T> = { result: T } | { refused: DatabaseError }

function storeOrCount<T>(
  services: ServiceDependencies,
  counter: InsertAttemptCounter,
  attempt: InsertAttempt,
  insert: TransactionCallback<T>,
): Promise<Outcome<T>> {
  const { caller } = attempt
  return runWriteTransactionAsCaller(services, caller, async (tx) => {
    await takeRole(tx, 'none')
    await counter.admit(tx, attempt)
    await sql`savepoint counted_insert`.execute(tx)
    await takeRole(tx, caller.role)
    try {
      return { result: await insert(tx) }
    } catch (error) {
      if (!isDatabaseError(error) || error.code === DEADLOCK) throw error
      // Rolling back to the savepoint also resets the role to the database's owner, who may count the attempt.
      await sql`rollback to savepoint counted_insert`.execute(tx)
      await counter.refused(tx, attempt)
      return { refused: error }
    }
  })
}

async function takeRole(tx: Tx, role: Caller['role'] | 'none'): Promise<void> {
  await sql`select set_config('role', ${role}, true)`.execute(tx)
}
