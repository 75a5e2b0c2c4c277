import type { Caller, TransactionCallback } from '../database/port/database.ts'
import { type DatabaseError, isDatabaseError } from '../database/port/errors.ts'
import type { Refusal } from '../http/errors.ts'
import type { ServiceDependencies } from '../services.ts'
import { convertDatabaseError } from './database-errors.ts'

// The SQLSTATEs that mean that the cached schema is outdated: a table, column, type or function does not exist.
const OUTDATED = new Set(['42P01', '42703', '42704', '42883'])

/** Thrown to roll back a transaction whose result is still returned. Carries the result of the transaction's callback. */
class RolledBack<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('The caller asked for a rollback.')
    this.result = result
  }
}

/**
 * Runs the callback `run` in one transaction with the caller's role and returns its result. With `rollback`, the transaction is rolled back
 * and the result is returned nevertheless. Afterwards the response cache is always cleared, so that no later response contains data from
 * before the change.
 */
export async function runWriteTransactionAsCaller<T>(
  services: ServiceDependencies,
  caller: Caller,
  run: TransactionCallback<T>,
  rollback = false,
): Promise<T> {
  try {
    return await runTransactionAsCaller(services, caller, async (tx) => {
      const result = await run(tx)
      if (rollback) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T
    throw error
  } finally {
    services.acceleration.changed()
  }
}

/**
 * Runs the callback `run` in one transaction with the caller's role, without clearing the response cache. Converts database errors to error
 * responses with PostgREST's status.
 */
export async function runTransactionAsCaller<T>(
  services: ServiceDependencies,
  caller: Caller,
  run: TransactionCallback<T>,
): Promise<T> {
  try {
    return await services.database.asCaller(caller, run)
  } catch (error) {
    throw isDatabaseError(error) ? await convertAndLogDatabaseError(services, caller, error) : error
  }
}

/**
 * Converts a database error to an error response. Logs the error when the status is 5xx, and reads the schema again when the cached schema
 * is outdated.
 */
export async function convertAndLogDatabaseError(
  services: ServiceDependencies,
  caller: Caller,
  error: DatabaseError,
): Promise<Refusal> {
  if (OUTDATED.has(error.code)) await services.schema.renew()
  const refusal = convertDatabaseError(error, caller)
  if (refusal.status >= 500) services.log.error({ event: 'database_fault', code: error.code, err: error })
  return refusal
}
