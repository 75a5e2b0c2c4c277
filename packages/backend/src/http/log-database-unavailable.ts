import type { FastifyBaseLogger } from 'fastify'
import { type DatabaseUnavailable, describeUnavailableReason } from '../database/port/errors.ts'

const REPEAT_AFTER_MS = 60_000

const loggedAt = new Map<string, number>()

/**
 * Logs why the database was unavailable for a request. Logs each reason at most once a minute, so that many failed requests don't fill the
 * log.
 */
export function logDatabaseUnavailable(log: FastifyBaseLogger, error: DatabaseUnavailable): void {
  const reason = describeUnavailableReason(error)
  const now = performance.now()
  if (now - (loggedAt.get(reason) ?? Number.NEGATIVE_INFINITY) < REPEAT_AFTER_MS) return
  loggedAt.set(reason, now)
  log.warn({ event: 'database_unavailable', reason }, 'The database is unavailable; requests get status 503')
}
