import { commitWith, type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

/** A person's name and address. */
export type Buyer = { name: string; email: string }
/** A payment. `typed`: name and address typed on the site; `at`: those typed at the provider; `day`: its time, in days from now. */
export type Payment = { order: string; typed: Buyer; at: Buyer; day: number; amount?: string; currency?: string }
/** A step of a test: what a browser or the payment provider sends to the database. Resolves to its outcome. */
export type Step = (db: SqlSession) => Promise<unknown>

let number = 0
/** Returns an id that is unique in the test run. */
export const unique = (prefix: string) => `${prefix}_${process.pid}_${number++}`

/** Creates a payment of a new person, who by default typed the same address but another name at the payment provider. */
export function createPayment(changes: Partial<Payment> = {}): Payment {
  const typed = createTestVisitor()
  return { order: unique('cs'), typed, at: { ...typed, name: 'TYPED AT STRIPE' }, day: 1, ...changes }
}

const FROM_A_VISITOR = {
  'request.source': '192.0.2.1',
  'app.limit_signups_per_source': '1000000',
  role: 'anon',
}

/** Runs a statement as a visitor in its own transaction, and returns its error code, or null on success. */
export function asVisitor(db: SqlSession, statement: string, values: unknown[]): Promise<string | null> {
  return commitWith(db, FROM_A_VISITOR, () => db.query(statement, values))
}

/** Returns a step in which a browser reports a payment. */
export const reports =
  ({ order, typed }: Payment): Step =>
  (db) =>
    asVisitor(
      db,
      'insert into early_access_users (name, email, is_paid, amount, order_id) values ($1, $2, true, 49, $3)',
      [typed.name, typed.email, order],
    )

async function record(db: SqlSession, id: string, type: string, { order, day }: Payment, more: unknown[] = []) {
  const { rows } = await db.query(
    `select record_payment_event($1, $2, $3, $4, $5, $6, $7, $8::numeric, $9) as outcome`,
    [
      id,
      type,
      new Date(Date.now() + day * 86_400_000).toISOString(),
      `pi_${order}`,
      ...Array.from({ length: 5 }, (_, at) => more[at] ?? null),
    ],
  )
  return rows[0]?.['outcome']
}

/** Returns a step in which the provider sends the event "paid". Without an id, each call creates a new event. */
export const proves =
  (payment: Payment, id = unique('evt')): Step =>
  (db) => {
    const { order, at, amount = '29.00', currency = 'EUR' } = payment
    return record(db, id, 'paid', payment, [order, at.name, at.email, amount, currency])
  }

/** Returns a step in which the provider sends a later event about a payment, such as its refund. */
export const later =
  (type: 'refunded' | 'withdrawn' | 'reinstated', payment: Payment, id = unique('evt')): Step =>
  (db) =>
    record(db, id, type, payment)

/** Returns the sign-ups of some people without times and ids, and with sorted flags. */
export async function rowsOf(db: SqlSession, ...people: Buyer[]) {
  const { rows } = await db.query(
    `select name, email, is_paid, amount::float8 as amount, currency, order_id, payment_verified, consent_form, consent_wording,
       claimed_at is not null as claimed,
       (select json_agg(f order by f) from unnest(string_to_array(flag_reason, '; ')) as f) as flags,
       (select json_agg(c - 'claimed_at') from jsonb_array_elements(further_claims) as c) as further
     from early_access_users where email = any ($1) order by array_position($1, email)`,
    [people.map(({ email }) => email)],
  )
  return rows
}
