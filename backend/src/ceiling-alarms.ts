import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './database/database.ts'
import type { MailService } from './mail/mail-service.ts'
import type { Metrics } from './metrics/metrics.ts'

/** The ceilings that all visitors share. Each source has a share of its own below them. */
export type CeilingName = 'mails' | 'messages' | 'sockets'

/** Tells the operator that a ceiling refuses everybody. */
export type CeilingAlarms = {
  /** A request was refused because of this ceiling. */
  reached(ceiling: CeilingName): void
  /** When each was last reached since the start of this process, for the doctor. */
  lastReached: ReadonlyMap<CeilingName, Date>
}

const LOG_EVERY_MS = 60_000
const HELP = 'Refusals because a ceiling that all visitors share was reached.'

type Parts = {
  database: Database
  metrics: Metrics
  log: FastifyBaseLogger
  mail: Pick<MailService, 'keepAlive' | 'wake'>
}

/**
 * Makes the alarms: a line of the log (`ceiling_reached`) at most once a minute for each ceiling, the counter
 * `ceiling_reached_total`, and a mail to the team at most once an hour for each, from however many processes.
 */
export function ceilingAlarms({ database, metrics, log, mail }: Parts): CeilingAlarms {
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
      log.warn({ event: 'ceiling_reached', ceiling }, 'A ceiling that all visitors share refuses everybody')
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
