import type { MetricsRegistry } from '@site/backend/metrics/metrics'
import type { InsertAttemptCounter, TableInsertExtension } from '@site/backend/rest/table-inserts'
import { sql } from 'kysely'
import type { MailService } from './mail/mail-host.ts'

/** The values of the metric label `result` by error code, for the usual rejections of a sign-up. The rest are counted as `other`. */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['23505', 'duplicate'],
  ['23502', 'missing'],
  ['PT429', 'limit'],
  ['23514', 'rule'],
  ['PT403', 'screening'],
])

/**
 * What this site adds to inserts of sign-ups: rate limits, batching of the columns that anonymous callers may fill (docs/decisions.md,
 * "Concurrent inserts are stored in batches"), metrics, and a wake-up of the mail worker, so that it sends the welcome mail.
 */
export function createSignupInsertExtension(
  metrics: MetricsRegistry,
  mail: Pick<MailService, 'wakeSoon'>,
): TableInsertExtension {
  const counterOf = (result: string) =>
    metrics.counter('signups_total', 'Early-access sign-ups: accepted, or why not.', { result })
  const acceptedRows = counterOf('accepted')
  return {
    attempts: signupAttemptCounter,
    batching: {
      columns: ['name', 'email', 'is_paid', 'amount', 'order_id'],
      store: 'private.sign_up_together',
    },
    refused: (code) => counterOf(REFUSALS.get(code) ?? 'other').add(),
    accepted(rows) {
      acceptedRows.add(rows)
      mail.wakeSoon()
    },
  }
}

/**
 * Counts sign-ups and reported payments for the rate limits per client IP network and per e-mail address. The counting functions are in the
 * database.
 */
const signupAttemptCounter: InsertAttemptCounter = {
  async admit(tx, { rows }) {
    const claims = rows.filter(isPayment).length
    await sql`select private.admit_signups(${rows.length - claims}::integer, ${claims}::integer)`.execute(tx)
  },
  async refused(tx, { rows }) {
    const emails = rows.filter((row) => !isPayment(row)).map(addressOf)
    const claims = rows.length - emails.length
    await sql`select private.record_signup_attempts(${emails}::text[], ${claims}::integer)`.execute(tx)
  },
}

/**
 * Returns whether a row reports a payment. PostgreSQL accepts more values than `true` as true. For a value that PostgreSQL rejects as
 * boolean, the result does not matter, because the row is rejected.
 */
function isPayment(row: unknown): boolean {
  const isPaid = valueOf(row, 'is_paid')
  return isPaid === true || isPaid === 1 || (typeof isPaid === 'string' && /^\s*(t|y|1|on)/i.test(isPaid))
}

/** Returns the e-mail address of a row, or null. */
function addressOf(row: unknown): string | null {
  const email = valueOf(row, 'email')
  return typeof email === 'string' ? email : null
}

function valueOf(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null ? Object.getOwnPropertyDescriptor(row, name)?.value : undefined
}
