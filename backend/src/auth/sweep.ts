import { sql } from 'kysely'
import type { Auth } from './auth.ts'

const ROUND_MS = 10 * 60_000
const FIRST_ROUND_MS = 60_000

/**
 * What nobody needs any more, and since when. A used refresh token is kept for a month: it is what tells a thief from
 * its owner. An entry of the audit log is kept for half a year.
 */
const leftovers = [
  sql`delete from auth.flow_state where created_at < now() - interval '1 day'`,
  sql`delete from auth.one_time_tokens where created_at < now() - interval '8 days'`,
  sql`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
  sql`delete from auth.webauthn_challenges where expires_at < now() - interval '1 day'`,
  sql`delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'`,
  sql`delete from auth.sessions where not_after < now() - interval '3 days'`,
  sql`delete from auth.refresh_tokens where revoked and revoked_at < now() - interval '30 days'`,
  sql`delete from auth.audit_log_entries where created_at < now() - interval '180 days'`,
  sql`delete from auth.rate_buckets where updated_at < now() - interval '1 day'`,
]

/** Removes what is left over. Several processes may do so at once. */
async function sweep(auth: Auth): Promise<void> {
  for (const statement of leftovers) await statement.execute(auth.db.kysely)
}

/** Sweeps now and then, beginning a minute after the start. Answers the function that stops it. */
export function sweepRegularly(auth: Auth): () => Promise<void> {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout

  function plan(wait: number): void {
    timer = setTimeout(() => {
      running = sweep(auth)
        .catch((err: unknown) => auth.log.warn({ event: 'auth_sweep', err }, 'The auth service was not swept'))
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
