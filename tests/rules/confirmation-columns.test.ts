import { expect } from 'vitest'
import { readValue, type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import {
  expire,
  findSignup,
  mailKinds,
  passTime,
  press,
  readSpots,
  receiveLink,
  requireConfirmation,
  set,
  signUp,
} from './confirmation-rows.ts'
import { events, setTargets } from './webhook-rows.ts'

// Every combination of the columns that an anonymous client can send, under both values of confirm_signups. A client can claim anything in
// these columns, so none of them may end the wait for a confirmation.

const eventKinds = async (db: SqlSession) => (await events(db)).map(({ kind }) => kind)

/** What becomes of a sign-up: an error code, a free sign-up, or one with a reported payment. */
type Outcome = '23502' | '23514' | 'free' | 'reported'

/** The outcome for each value of is_paid ("-": the column is not sent), then of amount, then of order_id: null, '' and a text. */
const OUTCOMES: Record<string, Record<string, readonly [Outcome, Outcome, Outcome]>> = {
  '-': { null: ['free', '23514', 'reported'], 0: ['free', '23514', 'reported'], 29: ['free', '23514', 'reported'] },
  null: { null: ['23502', '23514', '23502'], 0: ['23502', '23514', '23502'], 29: ['23502', '23514', '23502'] },
  false: { null: ['free', '23514', 'reported'], 0: ['free', '23514', 'reported'], 29: ['free', '23514', 'reported'] },
  true: { null: ['23514', '23514', '23514'], 0: ['23514', '23514', '23514'], 29: ['23502', '23514', 'reported'] },
}

const VALUES = new Map<string, boolean | null>([
  ['null', null],
  ['false', false],
  ['true', true],
])

type Combination = { columns: Record<string, unknown>; outcome: Outcome }

function* combinations(): Generator<Combination> {
  for (const [isPaid, byAmount] of Object.entries(OUTCOMES)) {
    for (const [amount, [withNull, withEmpty, withText]] of Object.entries(byAmount)) {
      const columns = {
        ...(isPaid === '-' ? {} : { is_paid: VALUES.get(isPaid) }),
        amount: amount === 'null' ? null : Number(amount),
      }
      yield { columns: { ...columns, order_id: null }, outcome: withNull }
      yield { columns: { ...columns, order_id: '' }, outcome: withEmpty }
      yield { columns: { ...columns, order_id: `cs_${crypto.randomUUID()}` }, outcome: withText }
    }
  }
}

/** Signs up and returns the visitor, or the error code. */
async function trySigningUp(db: SqlSession, columns: Record<string, unknown>): Promise<TestVisitor | string> {
  const visitor = createTestVisitor()
  return signUp(db, visitor, columns).catch((error: unknown) =>
    error instanceof Error && 'code' in error ? String(error.code) : String(error),
  )
}

async function isListed(db: SqlSession, { email }: TestVisitor, status: string): Promise<boolean> {
  const wanted = JSON.stringify({ status, search: email })
  return (await readValue(db, '(select count(*)::integer from page_signups($1))', [wanted])) === 1
}

for (const isOn of [false, true]) {
  test(`with confirm_signups ${isOn ? 'on' : 'off'}, every combination of the columns of a visitor ${isOn ? 'waits' : 'counts'} or is refused, takes one spot, and a reported payment is listed as such`, async (db) => {
    await db.script(`set app.limit_signups_per_source = '1000'`)
    await requireConfirmation(db, 100)
    await set(db, 'confirm_signups', String(isOn))
    let tried = 0
    for (const { columns, outcome } of combinations()) {
      const context = JSON.stringify(columns)
      tried += 1
      await set(db, 'early_access_spots', '10')
      const visitor = await trySigningUp(db, columns)
      if (outcome !== 'free' && outcome !== 'reported') {
        expect([visitor, await readSpots(db)], context).toEqual([outcome, 10])
        continue
      }
      if (typeof visitor === 'string') throw new Error(`${context} was refused: ${visitor}`)
      const isReported = outcome === 'reported'
      const stored = await findSignup(db, visitor)
      expect(stored?.confirm_by !== null, `${context} waits`).toBe(isOn)
      expect(await readSpots(db), context).toBe(9)
      expect(await readValue(db, '(select flag_reason from early_access_users where id = $1)', [stored?.id])).toBeNull()
      const welcome = columns['is_paid'] === true ? 'welcome_paid' : 'welcome_free'
      expect(await mailKinds(db, visitor), context).toEqual([isOn ? 'signup_confirmation' : welcome])
      expect(await isListed(db, visitor, 'paid'), `${context} says paid`).toBe(isReported)
      expect(await isListed(db, visitor, 'verified'), context).toBe(false)
      expect(await isListed(db, visitor, 'unconfirmed'), context).toBe(isOn)

      await passTime(db)
      expect(await expire(db), `${context} expires`).toBe(isOn && !isReported ? 1 : 0)
      expect(await readSpots(db), context).toBe(isOn && !isReported ? 10 : 9)
      if (isOn && isReported) {
        // A year later the report is emptied, and with it what kept the sign-up.
        await db.query(`update early_access_users set claimed_at = now() - interval '366 days' where id = $1`, [
          stored?.id,
        ])
        expect(await expire(db), `${context} expires after a year`).toBe(1)
        expect(await readSpots(db), context).toBe(10)
      }
      await db.query('delete from early_access_users')
      await db.query('delete from mail_outbox')
    }
    expect(tried).toBe(36)
  })
}

test('a payment that is reported for an unconfirmed address does not make the sign-up count; the link does, and queues the paid welcome and signup.created before the payment event', async (db) => {
  await setTargets(db)
  await requireConfirmation(db)
  const visitor = await signUp(db)
  const token = await receiveLink(db, visitor)
  await signUp(db, visitor, { is_paid: true, amount: 29, order_id: 'cs_1' })
  await signUp(db, visitor, { is_paid: true, amount: 39, order_id: 'cs_2' })
  expect((await findSignup(db, visitor))?.confirm_by).not.toBeNull()
  expect(await mailKinds(db, visitor)).toEqual(['signup_confirmation'])
  expect(await eventKinds(db)).toEqual([])
  expect(await press(db, token)).toBe('confirmed')
  expect(await mailKinds(db, visitor)).toEqual(['signup_confirmation', 'welcome_paid'])
  expect(await eventKinds(db)).toEqual(['signup.created', 'signup.confirmed', 'payment.reported', 'payment.reported'])
})

test('a verified payment ends the wait of every unconfirmed sign-up: free, with a reported payment, and with an order id alone', async (db) => {
  await setTargets(db)
  await requireConfirmation(db)
  const reports: { is_paid?: boolean; amount?: number; order_id?: string }[] = [
    {},
    { is_paid: true, amount: 29, order_id: 'cs_1' },
    { order_id: 'cs_2' },
  ]
  for (const [place, report] of reports.entries()) {
    const visitor = await signUp(db, createTestVisitor(), report)
    await db.query('delete from webhook_outbox')
    await db.query(`select record_payment_event($3, 'paid', now(), $4, $5, $1, $2, 29, 'EUR')`, [
      ...[visitor.name, visitor.email],
      ...[`evt_${place}`, `pi_${place}`, report.order_id ?? 'cs_0'],
    ])
    expect(await findSignup(db, visitor)).toMatchObject({ confirm_by: null, confirmed_at: null })
    expect(await mailKinds(db, visitor)).toEqual(['welcome_paid'])
    expect(await eventKinds(db)).toEqual(['signup.created', 'payment.verified'])
  }
  const byOperator = await signUp(db, createTestVisitor(), { is_paid: true, amount: 29, order_id: 'cs_3' })
  await db.query('update early_access_users set payment_verified = true where email = $1', [byOperator.email])
  expect(await findSignup(db, byOperator)).toMatchObject({ confirm_by: null })
  expect(await expire(db)).toBe(0)
})
