import { sql } from 'kysely'
import type { AttemptCounter } from './rest/counted-insert.ts'

/** Counts sign-ups and reported payments towards the limits of their source and of their addresses, by functions of the database. */
export const signupAttempts: AttemptCounter = {
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

/** Whether a row reports a payment. PostgreSQL takes more than `true` for true; what it refuses as no boolean may count as either. */
function isPayment(row: unknown): boolean {
  const said = valueOf(row, 'is_paid')
  return said === true || said === 1 || (typeof said === 'string' && /^\s*(t|y|1|on)/i.test(said))
}

/** The address that a row names, or null. */
function addressOf(row: unknown): string | null {
  const email = valueOf(row, 'email')
  return typeof email === 'string' ? email : null
}

function valueOf(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null ? Object.getOwnPropertyDescriptor(row, name)?.value : undefined
}
