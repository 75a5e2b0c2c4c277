import type { Caller, TransactionCallback } from '../database/database.ts'
import { type DatabaseError, isDatabaseError } from '../database/errors.ts'
import type { Refusal } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { refusalOf } from './database-errors.ts'

// SQLSTATEs which show that the cached schema is outdated: a table, column, type or function is gone.
const OUTDATED = new Set(['42P01', '42703', '42704', '42883'])

/** Rolls back a transaction and carries its result. */
class RolledBack<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('The caller asked for a rollback.')
    this.result = result
  }
}

/**
 * Runs a changing request in one transaction with the caller's role, then clears the query cache, so that no later response predates
 * the change. With `rollback` the transaction is rolled back and its result returned.
 */
export async function changeAsCaller<T>(
  services: Services,
  caller: Caller,
  run: TransactionCallback<T>,
  rollback = false,
): Promise<T> {
  try {
    return await readAsCaller(services, caller, async (tx) => {
      const result = await run(tx)
      if (rollback) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T
    throw error
  } finally {
    services.queryCache.forget()
  }
}

/** Runs a read-only request in one transaction with the caller's role. Converts database errors to refusals with PostgREST's status. */
export async function readAsCaller<T>(services: Services, caller: Caller, run: TransactionCallback<T>): Promise<T> {
  try {
    return await services.database.asCaller(caller, run)
  } catch (error) {
    throw isDatabaseError(error) ? await asRefusal(services, caller, error) : error
  }
}

/** Converts a database error to a refusal. Logs it when it is a 5xx, and reads the schema again when the cached one is outdated. */
export async function asRefusal(services: Services, caller: Caller, error: DatabaseError): Promise<Refusal> {
  if (OUTDATED.has(error.code)) await services.schema.renew()
  const refusal = refusalOf(error, caller)
  if (refusal.status >= 500) services.log.error({ event: 'database_fault', code: error.code, err: error })
  return refusal
}
