import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './database/database.ts'
import type { RefusedInsertHook } from './rest/refused-insert.ts'

const COUNTED_MAX = 50

/**
 * Counts sign-ups that were refused. The trigger counts too, but a refusal rolls back what it counted, and whoever tries
 * address after address is just who the limit is for. Operators are not counted, nor is a refusal by the limit itself.
 */
export function countRefusedSignups(database: Database, limit: number, log: FastifyBaseLogger): RefusedInsertHook {
  return async ({ caller, code, rows }) => {
    if (caller.role === 'service_role' || code === 'PT429') return
    const addresses = rows.flatMap(addressOf).slice(0, COUNTED_MAX)
    try {
      await database.transaction(async (tx) => {
        await sql`select set_config('app.limit_signups_per_source', ${String(limit)}, true)`.execute(tx)
        for (const address of addresses) {
          await sql`select private.record_signup_attempt(${address}, ${caller.source})`.execute(tx)
        }
      })
    } catch (error) {
      log.error({ event: 'attempt_not_counted', err: error })
    }
  }
}

function addressOf(row: unknown): string[] {
  if (typeof row !== 'object' || row === null || !('email' in row)) return []
  return typeof row.email === 'string' ? [row.email] : []
}
