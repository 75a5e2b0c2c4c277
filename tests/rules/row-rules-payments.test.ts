import { expect } from 'vitest'
import { commitWith, type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'

// When a browser reports a payment, the database stores it as an unverified claim, whichever client sends the report.

type Reported = { name: string; email: string; is_paid?: boolean; amount?: unknown; order_id: string }
type From = { source?: string; perSource?: number; role?: string }

/** Reports a payment as a browser does, or signs up free with an order id, and commits. Returns the error code, or null. */
function report(db: SqlSession, { name, email, is_paid = true, amount = 29, order_id }: Reported, from: From = {}) {
  const { source = '192.0.2.1', perSource = 30, role = 'anon' } = from
  return commitWith(db, { 'request.source': source, 'app.limit_signups_per_source': String(perSource), role }, () =>
    db.query('insert into early_access_users (name, email, is_paid, amount, order_id) values ($1, $2, $3, $4, $5)', [
      ...[name, email, is_paid, amount, order_id],
    ]),
  )
}

async function rowsOf(db: SqlSession) {
  const { rows } = await db.query(`
    select name, email, is_paid, amount::float8 as amount, order_id, payment_verified, flag_reason as flag,
      consent_form, consent_wording, claimed_at is not null as claimed,
      array_to_json(array(select c ->> 'order_id' from jsonb_array_elements(further_claims) as c)) as further
    from early_access_users order by created_at, order_id`)
  return rows
}

async function mailsOf(db: SqlSession) {
  const { rows } = await db.query('select kind from mail_outbox order by created_at, kind')
  return rows.map(({ kind }) => kind)
}

const spotsOf = async (db: SqlSession) =>
  (await db.query(`select value from app_settings where key = 'early_access_spots'`)).rows[0]?.['value']

test(`a payment report for an existing free sign-up updates its row and queues one paid welcome mail`, async (db) => {
  const { name, email } = createTestVisitor()
  await db.query('insert into early_access_users (name, email) values ($1, $2)', [name, email])
  const spots = await spotsOf(db)
  const paid = { name: 'Eve, Other', email: ` ${email.toUpperCase()}`, order_id: 'cs_1' }
  for (let times = 0; times < 3; times++) expect(await report(db, paid)).toBeNull()
  expect(await rowsOf(db)).toEqual([
    {
      ...{ name, email, is_paid: true, amount: 29, order_id: 'cs_1', payment_verified: false, claimed: true },
      ...{ flag: null, further: [], consent_form: 'signup-dialog', consent_wording: 'early-access-1' },
    },
  ])
  expect(await mailsOf(db)).toEqual(['welcome_free', 'welcome_paid'])
  expect(await spotsOf(db)).toBe(spots)
})

test(`a payment report without a sign-up creates one row with payment consent and queues one mail`, async (db) => {
  const { name, email } = createTestVisitor()
  for (let times = 0; times < 3; times++) expect(await report(db, { name, email, order_id: 'cs_1' })).toBeNull()
  expect(await rowsOf(db)).toEqual([
    {
      ...{ name, email, is_paid: true, amount: 29, order_id: 'cs_1', payment_verified: false, claimed: true },
      ...{ flag: null, further: [], consent_form: 'payment', consent_wording: 'payment-1' },
    },
  ])
  expect(await mailsOf(db)).toEqual(['welcome_paid'])
  expect(await report(db, { ...createTestVisitor(), order_id: 'cs_1' }), 'the order of somebody else').toBe('23505')
  expect(await rowsOf(db)).toHaveLength(1)
  const operators = createTestVisitor()
  expect(await report(db, { ...operators, order_id: 'cs_2' }, { role: 'service_role' })).toBeNull()
  expect((await rowsOf(db)).at(-1)).toMatchObject({ email: operators.email, consent_form: 'signup-dialog' })
})

test(`a visitor's free sign-up with the order id of another address is refused, also when it is a further payment of that address`, async (db) => {
  const { name, email } = createTestVisitor()
  const free = { ...createTestVisitor(), is_paid: false }
  for (const order_id of ['cs_1', 'cs_2']) {
    expect(await report(db, { name, email, order_id })).toBeNull()
    expect(await report(db, { ...free, order_id }), order_id).toBe('23505')
  }
  expect(await report(db, { ...free, order_id: 'cs_2' }, { role: 'service_role' }), 'an operator').toBeNull()
})

test(`a payment report for the email address of another person neither overwrites their row nor blocks their own report`, async (db) => {
  const { name, email } = createTestVisitor()
  expect(await report(db, { name: 'Stranger', email, order_id: 'cs_stranger' })).toBeNull()
  for (const source of ['192.0.2.7', '192.0.2.8']) {
    expect(await report(db, { name, email, amount: 49, order_id: 'cs_owner' }, { source })).toBeNull()
  }
  const flag = 'Another payment was reported'
  expect(await rowsOf(db)).toMatchObject([{ order_id: 'cs_stranger', amount: 29, further: ['cs_owner'], flag }])
  await db.query(`update early_access_users set payment_verified = true`)
  for (let times = 0; times < 20; times++) {
    const source = '198.18.0.1'
    expect(await report(db, { name: 'Eve', email, amount: 1e6, order_id: `cs_${times}` }, { source })).toBeNull()
  }
  expect(await report(db, { name, email, amount: 49, order_id: 'cs_own' }, { source: '192.0.2.9' })).toBeNull()
  const [row] = await rowsOf(db)
  expect(row).toMatchObject({ name: 'Stranger', order_id: 'cs_stranger', amount: 29, payment_verified: true, flag })
  expect(row?.['further']).toEqual(['cs_owner', 'cs_0', 'cs_1', 'cs_2', 'cs_own'])
  expect(await mailsOf(db)).toEqual(['welcome_paid'])
})

test(`payment reports have a rate limit per client IP address, separate from that of sign-ups`, async (db) => {
  const limit = { source: '192.0.2.1', perSource: 3 }
  await db.query(`select private.count_attempts('signup-source', array['192.0.2.1'], 100) from generate_series(1, 50)`)
  const known = createTestVisitor()
  const orders = ['cs_1', 'cs_2', 'cs_3', 'cs_4', 'cs_5'].map((order_id) => ({ ...createTestVisitor(), order_id }))
  const answers: unknown[] = []
  for (const order of orders) answers.push(await report(db, order, limit))
  expect(answers).toEqual([null, null, null, 'PT429', 'PT429'])
  expect(await report(db, { ...known, order_id: 'cs_6' }, { ...limit, source: '192.0.2.2' })).toBeNull()
  expect(await report(db, { ...known, order_id: 'cs_7' }, limit), 'a known address').toBe('PT429')
  // Three rejected sign-ups for an email address must not block a payment report for the same address.
  const { name, email } = createTestVisitor()
  for (let times = 0; times < 3; times++) {
    await db.script(`begin; set local request.source = '192.0.2.9'`)
    await db.query('select private.record_signup_attempts($1, 0)', [[email]])
    await db.script('commit')
  }
  expect(await report(db, { name, email, order_id: 'cs_8' }, { source: '192.0.2.9' })).toBeNull()
})

test(`a payment report with an invalid amount or order id is rejected with 23514`, async (db) => {
  const { name, email } = createTestVisitor()
  await db.query('insert into early_access_users (name, email) values ($1, $2)', [name, email])
  for (const address of [email, createTestVisitor().email]) {
    for (const amount of [0, -1, null, 'NaN']) {
      expect(await report(db, { name, email: address, amount, order_id: 'cs_1' })).toBe('23514')
    }
    for (const order_id of ['', 'a b', 'a\nb', 'é', 'x'.repeat(256)]) {
      expect(await report(db, { name, email: address, order_id })).toBe('23514')
    }
  }
  expect(await rowsOf(db)).toMatchObject([{ email, is_paid: false }])
})

test(`only a flagged row may violate name and email validation, and only a payment report sets the flag`, async (db) => {
  const odd = { name: 'Anna Larsen, MD', email: 'anna@tempmail.org' }
  const free = (flag: string | null) =>
    db.query('insert into early_access_users (name, email, flag_reason) values ($1, $2, $3)', [
      odd.name,
      odd.email,
      flag,
    ])
  await expect(free(null)).rejects.toMatchObject({ code: '23514' })
  expect(await report(db, { ...odd, order_id: 'cs_1' })).toBeNull()
  const change = (set: string) => db.query(`update early_access_users set ${set}`)
  await expect(change('flag_reason = null')).rejects.toMatchObject({ code: '23514' })
  await db.script('alter table early_access_users disable trigger user')
  for (const set of [`name = '<b>'`, `name = repeat('x', 1001)`, `email = ''`, `email = repeat('x', 255)`]) {
    await expect(change(set), set).rejects.toMatchObject({ code: '23514' })
  }
  await db.script('alter table early_access_users enable trigger user')
  // Without its payment claim the row keeps the flag that its name is invalid; correcting name and address clears the flag.
  await change('is_paid = false, amount = null, order_id = null')
  expect(await rowsOf(db)).toMatchObject([{ name: odd.name, is_paid: false, flag: expect.stringContaining('Name') }])
  await change(`name = 'Anna Larsen', email = 'anna@example.com'`)
  expect(await rowsOf(db)).toMatchObject([{ name: 'Anna Larsen', flag: null }])
})
