import { sql } from 'kysely'
import type { Tx } from '../database/port/tables.ts'
import type { UserRow } from './users/user-store.ts'

/** Actions that are recorded in the audit log, named as in GoTrue (auth-contract.md section 16). */
export type AuditAction =
  | 'login'
  | 'logout'
  | 'invite_accepted'
  | 'user_signedup'
  | 'user_invited'
  | 'user_deleted'
  | 'user_modified'
  | 'user_recovery_requested'
  | 'user_reauthenticate_requested'
  | 'user_confirmation_requested'
  | 'user_repeated_signup'
  | 'user_updated_password'
  | 'token_revoked'
  | 'token_refreshed'
  | 'factor_in_progress'
  | 'factor_unenrolled'
  | 'challenge_created'
  | 'verification_attempted'
  | 'factor_deleted'
  | 'factor_updated'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'passkey_created'
  | 'passkey_updated'
  | 'passkey_deleted'

/** The maximum number of entries of one account. An entry more deletes the oldest ones, so that no account fills the log. */
const ENTRIES_MAX = 1_000
/** The number of surplus entries that one insert deletes: more than it adds, so that a surplus shrinks. */
const SURPLUS_MAX = 10

/**
 * Inserts an audit log entry, in the transaction of the audited action. Skips surplus entries that another transaction
 * is deleting: waiting for them would serialise all requests of an account. The entry contains no e-mail address or phone number, so that
 * no personal data remains in the log after a user is erased.
 */
export async function recordAuditEvent(
  tx: Tx,
  action: AuditAction,
  actor: Pick<UserRow, 'id' | 'is_sso_user'> | null,
  traits: Record<string, unknown> = {},
): Promise<void> {
  const payload = { action, actor_id: actor?.id ?? null, actor_via_sso: actor?.is_sso_user ?? false, traits }
  await sql`
    with added as (insert into auth.audit_log_entries (payload) values (${JSON.stringify(payload)}::text::jsonb))
    delete from auth.audit_log_entries where id = any (array(
      select id from auth.audit_log_entries where id = any (array(
        select id from auth.audit_log_entries where payload ->> 'actor_id' = ${payload.actor_id}::text
        order by created_at desc offset ${ENTRIES_MAX - 1} limit ${SURPLUS_MAX}))
      for update skip locked))`.execute(tx)
}
