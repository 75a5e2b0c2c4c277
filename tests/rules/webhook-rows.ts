import { WEBHOOK_EVENT_KINDS } from '@site/contract/webhook-events'
import { readValue, type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'

/** A row of a query result. */
export type Row = Record<string, unknown>

/** Configures targets: an object of target name and `personal_data`, and the kinds of events for all of them. */
export async function setTargets(
  db: SqlSession,
  personal: Record<string, boolean> = { crm: false },
  events: readonly string[] = WEBHOOK_EVENT_KINDS,
) {
  const targets = Object.entries(personal).map(([name, personal_data]) => ({ name, events, personal_data }))
  await db.query('select set_webhook_targets($1)', [JSON.stringify(targets)])
}

/** Claims the next due event of a target. Returns undefined if there is none. */
export async function claim(db: SqlSession, target = 'crm'): Promise<Row | undefined> {
  return (await db.query('select * from claim_webhook($1, 60)', [target])).rows[0]
}

/** Claims all due events, marks them as delivered, and returns their kinds in this order. */
export async function deliverAll(db: SqlSession, target = 'crm'): Promise<unknown[]> {
  const kinds: unknown[] = []
  for (let event = await claim(db, target); event !== undefined; event = await claim(db, target)) {
    kinds.push(event['kind'])
    await db.query('select mark_webhook_delivered($1)', [event['id']])
  }
  return kinds
}

/** Simulates the passing of time: makes waiting events due, and ends leases and the back-off of targets. */
export async function passTime(db: SqlSession): Promise<void> {
  await db.script(`
    update webhook_outbox set due_at = now() - interval '1 second', leased_until = null where delivered_at is null;
    update private.webhook_targets set resume_at = now() - interval '1 second'`)
}

/** Inserts a sign-up of a visitor. */
export async function signUp(db: SqlSession, visitor = createTestVisitor()): Promise<TestVisitor> {
  await db.query('insert into early_access_users (name, email) values ($1, $2)', [visitor.name, visitor.email])
  return visitor
}

/** Inserts a contact message of a visitor. */
export async function write(db: SqlSession, { name, email }: TestVisitor, message = 'Hello.'): Promise<void> {
  await db.query('insert into contact_messages (name, email, message) values ($1, $2, $3)', [name, email, message])
}

/** Returns columns of all events in the order of their insertion. */
export async function events(db: SqlSession, columns = 'kind, data'): Promise<Row[]> {
  return (await db.query(`select ${columns} from webhook_outbox order by seq`)).rows
}

/** Marks an event as failed. `more` are further arguments of mark_webhook_failed. */
export async function fail(db: SqlSession, event: Row | undefined, more = ''): Promise<unknown> {
  return readValue(db, `mark_webhook_failed($1, 'The receiver responded with 503.'${more})`, [event?.['id']])
}
