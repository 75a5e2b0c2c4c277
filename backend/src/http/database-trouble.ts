import type { FastifyBaseLogger } from 'fastify'
import { type DatabaseUnavailable, reasonOf } from '../database/errors.ts'

const AGAIN_AFTER_MS = 60_000

const toldAt = new Map<string, number>()

/** Writes down why a request could not have the database. Each reason once a minute: a crowd would fill the log with it. */
export function logTrouble(log: FastifyBaseLogger, error: DatabaseUnavailable): void {
  const reason = reasonOf(error)
  const now = performance.now()
  if (now - (toldAt.get(reason) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return
  toldAt.set(reason, now)
  log.warn({ event: 'database_unavailable', reason }, 'Requests are told to come again')
}
