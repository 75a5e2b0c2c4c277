import type { Caller, Work } from '../database/database.ts'
import { type DatabaseError, isDatabaseError } from '../database/errors.ts'
import type { Refusal } from '../http/errors.ts'
import type { Services } from '../services.ts'
import { refusalOf } from './database-errors.ts'

// The description of the schema no longer fits: somebody dropped or changed what it names.
const OUTDATED = new Set(['42P01', '42703', '42704', '42883'])

/** Ends a transaction without keeping what it did, and carries out what it answered. */
class RolledBack<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('The caller asked for a rollback.')
    this.result = result
  }
}

/**
 * Runs a request that changes something, in one transaction under the caller's role. When this is done, nobody is
 * answered from before it. With `rollback` everything is tried and nothing is kept.
 */
export async function changeAsCaller<T>(
  services: Services,
  caller: Caller,
  work: Work<T>,
  rollback = false,
): Promise<T> {
  try {
    return await readAsCaller(services, caller, async (tx) => {
      const result = await work(tx)
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

/**
 * Runs a request that only reads, in one transaction under the caller's role. What the database refuses becomes a refusal
 * with PostgREST's status.
 */
export async function readAsCaller<T>(services: Services, caller: Caller, work: Work<T>): Promise<T> {
  try {
    return await services.database.asCaller(caller, work)
  } catch (error) {
    throw isDatabaseError(error) ? await asRefusal(services, caller, error) : error
  }
}

/** The refusal for an error of the database's. Logs what is a fault, and reads the schema again when it is outdated. */
export async function asRefusal(services: Services, caller: Caller, error: DatabaseError): Promise<Refusal> {
  if (OUTDATED.has(error.code)) await services.schema.renew()
  const refusal = refusalOf(error, caller)
  if (refusal.status >= 500) services.log.error({ event: 'database_fault', code: error.code, err: error })
  return refusal
}
