import { type Kysely, sql } from 'kysely'
import { DatabaseMoving } from '../database/errors.ts'
import type { Tables } from '../database/tables.ts'
import type { Auth } from './auth.ts'
import { KNOWN_DEVICE_DAYS } from './known-devices.ts'

const ROUND_MS = 10 * 60_000
const FIRST_ROUND_MS = 60_000

/**
 * What is deleted, and when. A used refresh token is kept for a month: it is what tells a thief from its owner. An entry
 * of the audit log is kept for half a year. An account that was never confirmed, nor made by an operator, is deleted a
 * month after its last mail or message; one without name or address once its last session has ended.
 */
const leftovers = [
  // A provider has five minutes. A mailed code and its flow state live up to seven days (AUTH_EMAIL_OTP_EXPIRY).
  sql`delete from auth.flow_state where provider_type is not null and created_at < now() - interval '1 hour'`,
  sql`delete from auth.flow_state where created_at < now() - interval '8 days'`,
  sql`delete from auth.one_time_tokens where created_at < now() - interval '8 days'`,
  sql`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
  sql`delete from auth.webauthn_challenges where expires_at < now() - interval '1 hour'`,
  sql`delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'`,
  sql`delete from auth.sessions where not_after < now() - interval '3 days'`,
  sql`delete from auth.refresh_tokens where revoked and revoked_at < now() - interval '30 days'`,
  sql`delete from auth.audit_log_entries where created_at < now() - interval '180 days'`,
  sql`delete from auth.rate_buckets where updated_at < now() - interval '1 day'`,
  sql`delete from auth.known_devices where seen_at < now() - make_interval(days => ${KNOWN_DEVICE_DAYS})`,
  sql`delete from auth.users u where u.is_anonymous and u.created_at < now() - interval '30 days'
    and not exists (select from auth.sessions s where s.user_id = u.id)`,
  // Last: a table of the site's own may refer to users and refuse this one.
  sql`delete from auth.users where confirmed_at is null and last_sign_in_at is null and invited_at is null
    and deleted_at is null and not is_anonymous and confirmation_sent_at < now() - interval '30 days'
    and (recovery_sent_at is null or recovery_sent_at < now() - interval '30 days')`,
]

/** Deletes what is left over. Several processes may do so at once. */
export async function sweep(db: Kysely<Tables>): Promise<void> {
  for (const statement of leftovers) await statement.execute(db)
}

/** Sweeps now and then, beginning a minute after the start. Answers the function that stops it. */
export function sweepRegularly(auth: Auth): () => Promise<void> {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout

  function plan(wait: number): void {
    timer = setTimeout(() => {
      running = sweep(auth.db.kysely)
        .catch((err: unknown) => {
          if (err instanceof DatabaseMoving) return
          auth.log.warn({ event: 'auth_sweep', err }, 'The auth service was not swept')
        })
        .then(() => plan(ROUND_MS))
    }, wait)
    timer.unref()
  }
  plan(FIRST_ROUND_MS)
  return async () => {
    clearTimeout(timer)
    await running
    clearTimeout(timer)
  }
}
