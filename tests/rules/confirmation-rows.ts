import { expect } from 'vitest'
import type { SqlSession } from '../support/sql-session.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'

/** The columns of a sign-up that say whether it counts. */
export type StoredSignup = { id: string; confirm_by: Date | null; confirmed_at: Date | null }

/** Changes a setting with the function that operators use, `set_setting`. */
export async function set(db: SqlSession, key: string, value: string): Promise<void> {
  await db.query(`select set_setting($1, $2, 'a test')`, [key, value])
}

/** Turns double opt-in on and sets the number of spots. */
export async function requireConfirmation(db: SqlSession, spots = 10): Promise<void> {
  await set(db, 'confirm_signups', 'true')
  await set(db, 'early_access_spots', String(spots))
}

/** Runs a statement in a transaction with the role `anon`. `source` is the client's IP address. Returns the rows. */
export async function asVisitor(
  db: SqlSession,
  statement: string,
  values: unknown[] = [],
  source = '192.0.2.1',
): Promise<Record<string, unknown>[]> {
  await db.script(`begin; set local role anon; set local request.source = '${source}'`)
  try {
    const { rows } = await db.query(statement, values)
    await db.script('commit')
    return rows
  } catch (error) {
    await db.script('rollback')
    throw error
  }
}

/** Inserts a sign-up with the role `anon` and returns its visitor. `more` has the values of further columns. */
export async function signUp(db: SqlSession, visitor = createTestVisitor(), more: object = {}): Promise<TestVisitor> {
  const row = Object.entries({ ...visitor, ...more })
  await asVisitor(
    db,
    `insert into early_access_users (${row.map(([column]) => column).join()}) values (${row.map((_, at) => `$${at + 1}`).join()})`,
    row.map(([, value]) => value),
  )
  return visitor
}

/** Returns the sign-up of an address, or undefined. */
export async function findSignup(db: SqlSession, { email }: TestVisitor): Promise<StoredSignup | undefined> {
  const { rows } = await db.query('select id, confirm_by, confirmed_at from early_access_users where email = $1', [
    email,
  ])
  return rows[0] as StoredSignup | undefined
}

/** Returns the kinds of the mails to an address, in the order of their insertion. */
export async function mailKinds(db: SqlSession, { email }: TestVisitor): Promise<unknown[]> {
  const { rows } = await db.query('select kind from mail_outbox where recipient = $1 order by created_at, kind', [
    email,
  ])
  return rows.map(({ kind }) => kind)
}

/** Claims all due mails, records them as sent, and returns the secret of the last confirmation link to an address. */
export async function receiveLink(db: SqlSession, { email }: TestVisitor): Promise<string> {
  let token = ''
  for (;;) {
    const { rows } = await db.query('select * from claim_mail(1, 60)')
    const [mail] = rows
    if (mail === undefined) break
    await db.query('select mark_mail_sent($1)', [mail['id']])
    if (mail['kind'] === 'signup_confirmation' && mail['recipient'] === email)
      token = String(Object(mail['data'])['token'])
  }
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  return token
}

/** Creates another link for a sign-up with the function that claiming a confirmation mail calls, and returns its secret. */
export async function makeLink(db: SqlSession, { email }: TestVisitor): Promise<string> {
  const made = 'select private.make_confirmation_token(id) as token from early_access_users where email = $1'
  const { rows } = await db.query(made, [email])
  return String(rows[0]?.['token'])
}

/** Calls `confirm_signup` with the secret of a link, as the button on the page does, and returns the result. */
export async function press(db: SqlSession, token: string, source?: string): Promise<unknown> {
  const rows = await asVisitor(db, 'select confirm_signup($1) as answer', [token], source)
  return rows[0]?.['answer']
}

/** Returns the number of remaining spots. */
export async function readSpots(db: SqlSession): Promise<number> {
  const { rows } = await db.query(`select value::integer as spots from app_settings where key = 'early_access_spots'`)
  return Number(rows[0]?.['spots'])
}

/** Sets the deadline of all unconfirmed sign-ups to one second ago. */
export async function passTime(db: SqlSession): Promise<void> {
  await db.script(`update early_access_users set confirm_by = now() - interval '1 second' where confirm_by is not null`)
}

/** Runs the retention and returns how many unconfirmed sign-ups it deleted. */
export async function expire(db: SqlSession): Promise<number> {
  const { rows } = await db.query('select apply_retention() as deleted')
  return Number(Object(rows[0]?.['deleted'])['unconfirmed'] ?? 0)
}
