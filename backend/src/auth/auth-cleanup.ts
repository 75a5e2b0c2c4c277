import { type Kysely, sql } from 'kysely'
import { DatabaseMoving } from '../database/port/errors.ts'
import type { DatabaseTables } from '../database/port/tables.ts'
import type { AuthDependencies } from './auth.ts'
import { KNOWN_DEVICE_DAYS } from './known-devices.ts'

const INTERVAL_MS = 10 * 60_000
const FIRST_DELAY_MS = 60_000

/**
 * Statements that delete expired rows of the auth tables. A used refresh token is retained for 30 days, because reuse detection needs it.
 * Audit log entries are retained for 180 days. An account that was never confirmed and not created by an operator is deleted
 * 30 days after its last mail or text message; an anonymous one 30 days after its creation, when it has no session.
 */
const deletions = [
  // A flow state of an OAuth provider expires after five minutes, one of a mailed code after up to seven days (AUTH_EMAIL_OTP_EXPIRY).
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
  // This statement is the last one because it can fail: a table of the application may reference auth.users by a foreign key.
  sql`delete from auth.users where confirmed_at is null and last_sign_in_at is null and invited_at is null
    and deleted_at is null and not is_anonymous and confirmation_sent_at < now() - interval '30 days'
    and (recovery_sent_at is null or recovery_sent_at < now() - interval '30 days')`,
]

/** Deletes expired rows of the auth tables. Safe to run in several processes at once. */
export async function deleteExpiredAuthRows(db: Kysely<DatabaseTables>): Promise<void> {
  for (const statement of deletions) await statement.execute(db)
}

/** Deletes expired rows of the auth tables after one minute and then every ten minutes. Returns a function that stops the deletions. */
export function startAuthCleanup(auth: AuthDependencies): () => Promise<void> {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout

  function schedule(wait: number): void {
    timer = setTimeout(() => {
      running = deleteExpiredAuthRows(auth.db.kysely)
        .catch((err: unknown) => {
          if (err instanceof DatabaseMoving) return
          auth.log.warn(
            { event: 'auth_sweep', err },
            'Deleting expired rows of the auth service failed; the next round retries',
          )
        })
        .then(() => schedule(INTERVAL_MS))
    }, wait)
    timer.unref()
  }
  schedule(FIRST_DELAY_MS)
  return async () => {
    clearTimeout(timer)
    await running
    clearTimeout(timer)
  }
}
