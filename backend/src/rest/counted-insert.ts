import { sql, type Transaction } from 'kysely'
import type { Caller, Work } from '../database/database.ts'
import { type DatabaseError, isDatabaseError } from '../database/errors.ts'
import type { Tables } from '../database/tables.ts'
import { withKeyedLock } from '../keyed-lock.ts'
import type { Services } from '../services.ts'
import { asRefusal, changeAsCaller } from './run-as-caller.ts'

/** A request that inserts rows: whose it is, and the rows as they were sent. */
export type Attempt = { caller: Caller; rows: readonly unknown[] }

/** Counts the attempts to insert into a table, those that are refused as well. Both run as the database's owner. */
export type AttemptCounter = {
  /** Asked before anything else. Rejects when the caller had too many attempts; nothing is counted then. */
  admit(tx: Transaction<Tables>, attempt: Attempt): Promise<void>
  /** The insert was refused and undone. What this counts is stored. */
  refused(tx: Transaction<Tables>, attempt: Attempt): Promise<void>
}

/** Another transaction was preferred: this one is run again as a whole. */
const DEADLOCK = '40P01'

/**
 * Inserts rows as the caller in one transaction that also counts the attempt. A refused insert goes back to a savepoint, so that its
 * count is stored before the caller is answered, and under the same lock: requests sent at once cannot get in ahead of it.
 */
export async function insertCounted<T>(
  services: Services,
  counter: AttemptCounter,
  attempt: Attempt,
  insert: Work<T>,
): Promise<T> {
  const { caller } = attempt
  // They wait for each other in the database. Here first: otherwise one source could hold every connection while it waits for itself.
  const outcome = await withKeyedLock(`insert:${caller.source}`, () => storeOrCount(services, counter, attempt, insert))
  if ('result' in outcome) return outcome.result
  throw await asRefusal(services, caller, outcome.refused)
}

type Outcome<T> = { result: T } | { refused: DatabaseError }

function storeOrCount<T>(
  services: Services,
  counter: AttemptCounter,
  attempt: Attempt,
  insert: Work<T>,
): Promise<Outcome<T>> {
  const { caller } = attempt
  return changeAsCaller(services, caller, async (tx) => {
    await takeRole(tx, 'none')
    await counter.admit(tx, attempt)
    await sql`savepoint counted_insert`.execute(tx)
    await takeRole(tx, caller.role)
    try {
      return { result: await insert(tx) }
    } catch (error) {
      if (!isDatabaseError(error) || error.code === DEADLOCK) throw error
      // The role goes back with everything else.
      await sql`rollback to savepoint counted_insert`.execute(tx)
      await counter.refused(tx, attempt)
      return { refused: error }
    }
  })
}

async function takeRole(tx: Transaction<Tables>, role: Caller['role'] | 'none'): Promise<void> {
  await sql`select set_config('role', ${role}, true)`.execute(tx)
}
