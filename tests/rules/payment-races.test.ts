import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openSqlSessionPair, type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { createPayment, later, proves, rowsOf, type Step } from './proved-payment-steps.ts'

// Concurrent transactions about one payment.

/** Starts `second` in one session before the transaction of `first` in the other is committed. Returns the result of `second`. */
async function overlap(one: SqlSession, two: SqlSession, first: Step, second: Step): Promise<unknown> {
  await one.script('begin')
  await first(one)
  const running = second(two)
  running.catch(() => {}) // handled below; the step may fail before the transaction is committed
  await Promise.race([running, pause(300)])
  await one.script('commit')
  return running
}

test('a payment and its refund that overlap leave the row unverified, whichever is committed first', async () => {
  await using sessions = await openSqlSessionPair()
  for (const isRefundFirst of [true, false]) {
    const payment = createPayment()
    const steps = [proves(payment), later('refunded', payment)] as const
    const [first, second] = isRefundFirst ? steps.toReversed() : steps
    expect(await overlap(sessions.one, sessions.two, first ?? steps[0], second ?? steps[1])).toBe('stored')
    expect(await rowsOf(sessions.one, payment.typed)).toMatchObject([{ is_paid: true, payment_verified: false }])
  }
})

test('the same event in two overlapping transactions is stored once', async () => {
  await using sessions = await openSqlSessionPair()
  const payment = createPayment()
  const step = proves(payment)
  expect(await overlap(sessions.one, sessions.two, step, step)).toBe('repeated')
  expect(await rowsOf(sessions.one, payment.typed)).toMatchObject([{ payment_verified: true, further: null }])
})

test('a batch of sign-ups waits for the event of a payment in it, without a deadlock', async () => {
  await using sessions = await openSqlSessionPair()
  const payment = createPayment({ at: createTestVisitor() })
  const { name, email } = payment.typed
  const settings = {
    role: 'anon',
    'request.origins': JSON.stringify([{ source: '192.0.2.1', user_agent: 'Firefox' }]),
    'app.limit_signups_per_source': '30',
  }
  const body = JSON.stringify([{ name, email, is_paid: true, amount: 49, order_id: payment.order }])
  await sessions.one.script('begin')
  // Takes the locks that record_payment_event takes first.
  await sessions.one.query(
    `select pg_advisory_xact_lock(hashtextextended($1, 0)), pg_advisory_xact_lock(hashtextextended($2, 0))`,
    [`payment-for:${payment.at.email}`, `order:${payment.order}`],
  )
  const batch = sessions.two.query('select private.sign_up_together($1, $2)', [JSON.stringify(settings), [body]]).then(
    () => null,
    (error: { code?: string }) => error.code,
  )
  await Promise.race([batch, pause(300)])
  expect(await proves(payment)(sessions.one)).toBe('stored')
  await sessions.one.script('commit')
  expect(await batch, 'the server then inserts the row on its own').toBe('23505')
  expect(await rowsOf(sessions.one, payment.typed, payment.at)).toMatchObject([
    { ...payment.at, payment_verified: true },
  ])
})
