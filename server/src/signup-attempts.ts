import type { InsertAttemptCounter } from '@site/backend/rest/table-inserts'
import { sql } from 'kysely'

/**
 * Counts sign-ups and reported payments for the rate limits per client IP network and per e-mail address. The counting functions are in the
 * database.
 */
export const signupAttemptCounter: InsertAttemptCounter = {
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
