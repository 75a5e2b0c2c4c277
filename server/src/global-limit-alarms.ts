import type { GlobalLimitName } from '@site/backend/application'
import type { Database } from '@site/backend/database/port/database'
import type { MetricsRegistry } from '@site/backend/metrics/metrics'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { MailService } from './mail/mail-host.ts'

/** Alerts the operator when a global rate limit, which counts the requests of all visitors together, rejects requests. */
export type GlobalLimitAlarms = {
  /** Records that a global rate limit rejected a request. */
  reached(limit: GlobalLimitName): void
  /** When each global rate limit last rejected a request since the process started. Shown by `npm run admin -- doctor`. */
  lastReached: ReadonlyMap<GlobalLimitName, Date>
}

const LOG_EVERY_MS = 60_000
const HELP = 'Requests refused by a global rate limit.'

type Dependencies = {
  database: Database
  metrics: MetricsRegistry
  log: FastifyBaseLogger
  mail: Pick<MailService, 'keepAlive' | 'wake'>
}

/**
 * Creates the alarms for global rate limits: a log line (`global_limit_reached`) at most once a minute per limit, the counter
 * `global_limit_reached_total`, and an e-mail to the team at most once an hour per limit, across all processes.
 */
export function createGlobalLimitAlarms({ database, metrics, log, mail }: Dependencies): GlobalLimitAlarms {
  const lastReached = new Map<GlobalLimitName, Date>()
  const lastLogged = new Map<GlobalLimitName, number>()
  const counters = {
    mails: metrics.counter('global_limit_reached_total', HELP, { limit: 'mails' }),
    messages: metrics.counter('global_limit_reached_total', HELP, { limit: 'messages' }),
    sockets: metrics.counter('global_limit_reached_total', HELP, { limit: 'sockets' }),
  } satisfies Record<GlobalLimitName, unknown>

  return {
    lastReached,
    reached(limit) {
      const now = Date.now()
      lastReached.set(limit, new Date(now))
      counters[limit].add()
      if (now - (lastLogged.get(limit) ?? -Infinity) < LOG_EVERY_MS) return
      lastLogged.set(limit, now)
      log.warn(
        { event: 'global_limit_reached', limit },
        'A global rate limit was reached; requests of all visitors are refused',
      )
      mail.keepAlive(mailTeam(database, limit).then(mail.wake))
    },
  }
}

async function mailTeam({ kysely }: Database, limit: GlobalLimitName): Promise<void> {
  await sql`
    insert into public.mail_outbox (kind, data, dedupe_key, try_until)
    values (
      'auth_global_limit', jsonb_build_object('limit', ${limit}::text),
      'auth_global_limit:' || ${limit}::text || ':' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD-HH24'),
      now() + interval '1 day'
    )
    on conflict (dedupe_key) do nothing`.execute(kysely)
}
