import type { Database } from '@site/backend/database/port/database'
import { withMetricsQueryTimeout } from '@site/backend/metrics/database-metrics'
import type { MetricsRegistry } from '@site/backend/metrics/metrics'
import { sql } from 'kysely'

const description = {
  early_access_spots: { type: 'gauge', help: 'Spots that are left.' },
  mail_outbox_waiting: { type: 'gauge', help: 'Mails that are not delivered yet.' },
  mail_outbox_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest mail that is not delivered yet, except invitations.',
  },
  mail_outbox_given_up: { type: 'gauge', help: 'Mails that failed for good and wait for the operator.' },
  webhook_outbox_waiting: { type: 'gauge', help: 'Webhook events that are not delivered yet.' },
  webhook_outbox_oldest_seconds: { type: 'gauge', help: 'Age of the oldest webhook event that is not delivered yet.' },
  webhook_outbox_given_up: { type: 'gauge', help: 'Webhook events that were given up and wait for the operator.' },
  mail_paused: { type: 'gauge', help: '1 while an operator has paused all mail, or it is held since a restore.' },
} as const

type State = { [Name in keyof typeof description]: number | null }

/** Adds the number of remaining spots and the state of the mail outbox and the webhook outbox to the metrics of the server. */
export function registerSiteMetrics(database: Database, metrics: MetricsRegistry): void {
  metrics.addSource({ describe: description, read: () => withMetricsQueryTimeout(readState(database)) })
}

async function readState({ kysely }: Database): Promise<State> {
  const { rows } = await sql<State>`
    select
      (select value::float8 from app_settings where key = 'early_access_spots') as early_access_spots,
      waiting.many as mail_outbox_waiting,
      waiting.oldest as mail_outbox_oldest_seconds,
      (select count(*)::float8 from mail_outbox where gave_up_at is not null) as mail_outbox_given_up,
      events.many as webhook_outbox_waiting,
      events.oldest as webhook_outbox_oldest_seconds,
      (select count(*)::float8 from webhook_outbox where gave_up_at is not null) as webhook_outbox_given_up,
      private.is_mail_paused()::integer::float8 as mail_paused
    from (
      select count(*)::float8 as many,
        -- Invitations of a large wave wait for the hourly rate limit for hours.
        coalesce(extract(epoch from now() - min(created_at) filter (where not is_deferrable)), 0)::float8 as oldest
      from mail_outbox where sent_at is null and gave_up_at is null
    ) as waiting, (
      select count(*)::float8 as many, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
      from webhook_outbox where delivered_at is null and gave_up_at is null
    ) as events`.execute(kysely)
  const [state] = rows
  if (state === undefined) throw new Error('The state query returned no row.')
  return state
}
