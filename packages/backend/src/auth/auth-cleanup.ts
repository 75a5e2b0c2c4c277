import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/port/tables.ts'
import { startWorker } from '../worker.ts'
import type { AuthDependencies } from './auth.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import { KNOWN_DEVICE_DAYS } from './known-devices.ts'

const INTERVAL_MS = 10 * 60_000
const FIRST_DELAY_MS = 60_000

/**
 * The expired rows of the auth tables. A used refresh token is retained for 30 days, because reuse detection needs it. Audit log entries are
 * retained for 180 days. An account that was never confirmed and not created by an operator is deleted 30 days after its last mail or text
 * message; an anonymous one 30 days after its creation, when it has no session.
 */
const EXPIRED: readonly (readonly [table: string, condition: RawBuilder<unknown>])[] = [
  // A flow state of an OAuth provider expires after five minutes, one of a mailed code after up to seven days (AUTH_EMAIL_OTP_EXPIRY).
  ['auth.flow_state', sql`provider_type is not null and created_at < now() - interval '1 hour'`],
  ['auth.flow_state', sql`created_at < now() - interval '8 days'`],
  ['auth.one_time_tokens', sql`created_at < now() - interval '8 days'`],
  ['auth.mfa_challenges', sql`created_at < now() - interval '1 day'`],
  ['auth.webauthn_challenges', sql`expires_at < now() - interval '1 hour'`],
  ['auth.mfa_factors', sql`status = 'unverified' and created_at < now() - interval '1 day'`],
  ['auth.sessions', sql`not_after < now() - interval '3 days'`],
  ['auth.refresh_tokens', sql`revoked and revoked_at < now() - interval '30 days'`],
  ['auth.audit_log_entries', sql`created_at < now() - interval '180 days'`],
  ['auth.rate_buckets', sql`updated_at < now() - interval '1 day'`],
  ['auth.known_devices', sql`seen_at < now() - make_interval(days => ${KNOWN_DEVICE_DAYS})`],
  [
    'auth.users',
    sql`is_anonymous and created_at < now() - interval '30 days'
      and not exists (select from auth.sessions s where s.user_id = users.id)`,
  ],
  // The last one, because it can fail: a table of the application may reference auth.users by a foreign key.
  [
    'auth.users',
    sql`confirmed_at is null and last_sign_in_at is null and invited_at is null
      and deleted_at is null and not is_anonymous and confirmation_sent_at < now() - interval '30 days'
      and (recovery_sent_at is null or recovery_sent_at < now() - interval '30 days')`,
  ],
]

/** Deletes expired rows of the auth tables, until the signal is aborted. Safe to run in several processes at once. */
export async function deleteExpiredAuthRows(db: Db, signal?: AbortSignal): Promise<void> {
  for (const [table, condition] of EXPIRED) {
    if (signal?.aborted) return
    await deleteInBatches(db, table, condition, signal === undefined ? {} : { signal })
  }
}

/** Deletes expired rows of the auth tables after one minute and then every ten minutes. Returns a function that stops the deletions. */
export function startAuthCleanup(auth: AuthDependencies): () => Promise<void> {
  const worker = startWorker((signal) => deleteExpiredAuthRows(auth.db.kysely, signal), {
    name: 'auth_sweep',
    interval: INTERVAL_MS,
    delay: FIRST_DELAY_MS,
    log: auth.log,
  })
  return worker.stop
}
