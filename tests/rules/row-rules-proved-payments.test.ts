import { expect } from 'vitest'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import { paidSteps } from './proved-payment-scenarios.ts'
import { asVisitor, createPayment, later, proves, reports, rowsOf, unique } from './proved-payment-steps.ts'

// Events of the payment provider that prove payments: what they store, and what they must not change.

test(`an event without a valid name and address of the buyer creates a flagged row, like a report`, async (db) => {
  const bad = { name: '', email: '' }
  const odd = { name: 'Müller & Söhne', email: 'Anna <ANNA@example.com>' }
  const stored = 'anna anna@example.com'
  for (const at of [bad, odd, odd]) expect(await proves(createPayment({ at }))(db)).toBe('stored')
  const { rows } = await db.query(`
      select email, flag_reason as flag, payment_verified as ok, jsonb_array_length(further_claims) as further
      from early_access_users order by created_at`)
  expect(rows).toMatchObject([
    { email: expect.stringMatching(/^missing:/), flag: 'Name is required; Email is required', ok: true },
    { email: stored, flag: expect.stringContaining('Invalid email format'), ok: true, further: 1 },
  ])
  const mails = await db.query('select recipient from mail_outbox')
  expect(mails.rows).toEqual([])
})

test(`an event takes one spot and queues one paid welcome mail, and a later report takes no second spot`, async (db) => {
  const payment = createPayment()
  for (const step of Object.values(paidSteps(payment)).toReversed()) await step(db)
  await later('refunded', payment)(db)
  const spots = await db.query(`select value from app_settings where key = 'early_access_spots'`)
  expect(spots.rows).toEqual([{ value: '9' }])
  expect((await db.query('select kind, recipient from mail_outbox')).rows).toEqual([
    { kind: 'welcome_paid', recipient: payment.typed.email },
  ])
})

test(`a proved payment is not displaced by false claims, and no event changes a payment that an operator verified`, async (db) => {
  const payment = createPayment()
  const claims = Array.from({ length: 100 }, (_, at) => ({
    order_id: `cs_false_${at}`,
    amount: 1,
    claimed_at: '2026-01-01',
  }))
  await reports({ ...payment, order: 'cs_false' })(db)
  await db.query('update early_access_users set further_claims = $1', [JSON.stringify(claims)])
  expect(await proves(payment)(db)).toBe('stored')
  const row = async () =>
    (
      await db.query(
        'select order_id, payment_verified as ok, jsonb_array_length(further_claims) as n from early_access_users',
      )
    ).rows
  expect(await row()).toEqual([{ order_id: payment.order, ok: true, n: 100 }])

  await db.query('delete from early_access_users')
  const known = createPayment()
  await reports({ ...known, order: 'cs_by_hand' })(db)
  await db.query('update early_access_users set payment_verified = true')
  await proves(known)(db)
  await later('refunded', known)(db)
  expect(await row()).toEqual([{ order_id: 'cs_by_hand', ok: true, n: 1 }])
})

test(`a second browser cannot move a payment that a browser reported, before or after its event`, async (db) => {
  for (const isEventFirst of [true, false]) {
    const payment = createPayment()
    if (isEventFirst) await proves(payment)(db)
    expect(await reports(payment)(db)).toBeNull()
    expect(await reports({ ...payment, typed: createTestVisitor() })(db)).toBe('23505')
    if (!isEventFirst) await proves(payment)(db)
    expect(await reports({ ...payment, typed: createTestVisitor() })(db)).toBe('23505')
    expect(await rowsOf(db, payment.typed)).toMatchObject([{ order_id: payment.order, payment_verified: true }])
  }
})

test(`an erasure and a deleted row delete the events; an event from before the erasure creates no sign-up`, async (db) => {
  const payment = createPayment({ day: -1 })
  const id = unique('evt')
  await reports(payment)(db)
  await proves(payment, id)(db)
  await later('withdrawn', payment)(db)
  const found = async () =>
    (await db.query('select find_person($1) as found', [payment.typed.email])).rows[0]?.['found']
  expect(await found()).toMatchObject({
    signups: [{ currency: 'EUR' }],
    payments: [
      { id, type: 'paid', order_id: payment.order },
      { type: 'withdrawn', payment_id: `pi_${payment.order}` },
    ],
  })
  await db.query('select erase_person($1)', [payment.typed.email])
  const events = async () => (await db.query('select type, order_id from private.payment_events')).rows
  expect(await events()).toEqual([])
  expect(await proves(payment, id)(db)).toBe('erased')
  expect(await rowsOf(db, payment.typed)).toEqual([])
  expect(await found()).toMatchObject({ signups: [], payments: [] })
  const again = { ...payment, order: unique('cs'), day: 1 }
  expect(await proves(again)(db)).toBe('stored')
  await db.query('delete from early_access_users')
  expect(await events()).toEqual([{ type: 'paid', order_id: payment.order }])
})

test(`retention clears refunded payments and deletes events without a sign-up, but keeps the events of a sign-up`, async (db) => {
  const [kept, refunded, unknown] = [createPayment(), createPayment(), createPayment()]
  for (const payment of [kept, refunded]) await proves(payment)(db)
  for (const payment of [refunded, unknown]) await later('refunded', payment)(db)
  await db.query(`update private.payment_events set received_at = now() - interval '91 days'`)
  const recent = createPayment()
  await later('refunded', recent)(db)
  const apply = async () => (await db.query('select apply_retention() as done')).rows[0]?.['done']
  expect(await apply()).toMatchObject({ payment_claims: 0, payment_events: 1 })
  await db.query(`update early_access_users set claimed_at = now() - interval '366 days'`)
  expect(await apply()).toMatchObject({ payment_claims: 1, payment_events: 2 })
  expect(await rowsOf(db, kept.typed, refunded.typed)).toMatchObject([
    { order_id: kept.order, payment_verified: true, currency: 'EUR' },
    { order_id: null, amount: null, currency: null, is_paid: false },
  ])
  const { rows } = await db.query('select payment_id from private.payment_events order by received_at')
  expect(rows).toEqual([{ payment_id: `pi_${kept.order}` }, { payment_id: `pi_${recent.order}` }])
})

test(`an event makes a free sign-up with its order id paid`, async (db) => {
  const { typed, ...payment } = createPayment()
  const insert = 'insert into early_access_users (name, email, is_paid, order_id) values ($1, $2, false, $3)'
  expect(await asVisitor(db, insert, [typed.name, typed.email, payment.order])).toBeNull()
  await proves({ ...payment, typed })(db)
  expect(await rowsOf(db, typed)).toMatchObject([{ is_paid: true, amount: 29, payment_verified: true }])
  const { rows } = await db.query('select kind from mail_outbox order by kind')
  expect(rows).toEqual([{ kind: 'welcome_free' }, { kind: 'welcome_paid' }])
})
