import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './database/database.ts'
import type { MailService } from './mail/mail-service.ts'
import type { Metrics } from './metrics/metrics.ts'

/** The global rate limits ("ceilings"), shared by all visitors. Each network source has a lower limit of its own. */
export type CeilingName = 'mails' | 'messages' | 'sockets'

/** Alerts the operator when a global rate limit refuses requests. */
export type CeilingAlarms = {
  /** Reports that a request was refused by this limit. */
  reached(ceiling: CeilingName): void
  /** When each limit was last reached since the process started, for `npm run admin -- doctor`. */
  lastReached: ReadonlyMap<CeilingName, Date>
}

const LOG_EVERY_MS = 60_000
const HELP = 'Requests refused by a global rate limit.'

type Dependencies = {
  database: Database
  metrics: Metrics
  log: FastifyBaseLogger
  mail: Pick<MailService, 'keepAlive' | 'wake'>
}

/**
 * Creates the alarms: a log line (`ceiling_reached`) at most once a minute per limit, the counter `ceiling_reached_total`, and an
 * e-mail to the team at most once an hour per limit, across all processes.
 */
export function ceilingAlarms({ database, metrics, log, mail }: Dependencies): CeilingAlarms {
  const lastReached = new Map<CeilingName, Date>()
  const lastLogged = new Map<CeilingName, number>()
  const counters = {
    mails: metrics.counter('ceiling_reached_total', HELP, { ceiling: 'mails' }),
    messages: metrics.counter('ceiling_reached_total', HELP, { ceiling: 'messages' }),
    sockets: metrics.counter('ceiling_reached_total', HELP, { ceiling: 'sockets' }),
  } satisfies Record<CeilingName, unknown>

  return {
    lastReached,
    reached(ceiling) {
      const now = Date.now()
      lastReached.set(ceiling, new Date(now))
      counters[ceiling].add()
      if (now - (lastLogged.get(ceiling) ?? -Infinity) < LOG_EVERY_MS) return
      lastLogged.set(ceiling, now)
      log.warn(
        { event: 'ceiling_reached', ceiling },
        'A global rate limit was reached; requests of all visitors are refused',
      )
      mail.keepAlive(mailTeam(database, ceiling).then(mail.wake))
    },
  }
}

async function mailTeam({ kysely }: Database, ceiling: CeilingName): Promise<void> {
  await sql`
    insert into public.mail_outbox (kind, data, dedupe_key, try_until)
    values (
      'auth_ceiling', jsonb_build_object('ceiling', ${ceiling}::text),
      'auth_ceiling:' || ${ceiling}::text || ':' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD-HH24'),
      now() + interval '1 day'
    )
    on conflict (dedupe_key) do nothing`.execute(kysely)
}
