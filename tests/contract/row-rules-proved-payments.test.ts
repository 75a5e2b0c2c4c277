import { expect, test } from 'vitest'
import { TEST_ENGINES } from '../support/engines.ts'
import { openTestDatabase, type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

// The browser reports a payment, and the payment provider proves it with events. Reports and events arrive in any order, and events arrive
// more than once. The database must end in the same rows.

const SLOW = 180_000

type Buyer = { name: string; email: string }
/** A payment: `typed` on the site, `at` the provider's page; `day` orders the payments of one person. */
type Payment = { order: string; typed: Buyer; at: Buyer; day: number; amount?: string; currency?: string }
type Step = (db: SqlSession) => Promise<unknown>

let number = 0
const unique = (prefix: string) => `${prefix}_${process.pid}_${number++}`

function createPayment(changes: Partial<Payment> = {}): Payment {
  const typed = createTestVisitor()
  return { order: unique('cs'), typed, at: { ...typed, name: 'TYPED AT STRIPE' }, day: 1, ...changes }
}

/** Runs a statement as a visitor in a transaction of its own, and returns its error code, or null. */
async function asVisitor(db: SqlSession, statement: string, values: unknown[]): Promise<string | null> {
  await db.script(`begin; set local request.source = '192.0.2.1'; set local app.limit_signups_per_source = '1000000'`)
  try {
    await db.script('set local role anon')
    await db.query(statement, values)
    await db.script('commit')
    return null
  } catch (error) {
    await db.script('rollback')
    if (error instanceof Error && 'code' in error) return String(error.code)
    throw error
  }
}

const reports =
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

/** The event that a payment was made. Without an id, each call is another event. */
const proves =
  (payment: Payment, id = unique('evt')): Step =>
  (db) => {
    const { order, at, amount = '29.00', currency = 'EUR' } = payment
    return record(db, id, 'paid', payment, [order, at.name, at.email, amount, currency])
  }

const later =
  (type: 'refunded' | 'withdrawn' | 'reinstated', payment: Payment, id = unique('evt')): Step =>
  (db) =>
    record(db, id, type, payment)

/** Returns the rows of some addresses without times, ids and the order of the flags. */
async function rowsOf(db: SqlSession, ...people: Buyer[]) {
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

/** Returns the rows as text in which names, addresses and orders are replaced by their number, to compare runs with other people. */
function anonymise(rows: unknown, people: Buyer[]): string {
  let text = JSON.stringify(rows)
  for (const [at, { name, email }] of people.entries()) {
    text = text.replaceAll(email, `address ${at}`).replaceAll(name, `name ${at}`)
  }
  const orders = [...new Set(text.match(/cs_\d+_\d+/g) ?? [])].toSorted(
    (a, b) => a.length - b.length || (a < b ? -1 : 1),
  )
  for (const [at, order] of orders.entries()) text = text.replaceAll(order, `order ${at}`)
  return text
}

function permutationsOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, at) => permutationsOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

/** A scenario: its people, steps that come first, and steps of which every order is tried. */
type Scenario = { people: Buyer[]; first?: Step[]; steps: [name: string, step: Step][] }

const signUp =
  ({ name, email }: Buyer): Step =>
  (db) =>
    asVisitor(db, 'insert into early_access_users (name, email) values ($1, $2)', [name, email])

const paidSteps = (payment: Payment): [string, Step][] => {
  const id = unique('evt')
  return [
    ['report', reports(payment)],
    ['event', proves(payment, id)],
    ['the same event again', proves(payment, id)],
    ['another event', proves(payment)],
  ]
}

/** The scenarios, and the rows that each ends with. */
const scenarios: Record<string, () => { scenario: Scenario; expected: unknown[] }> = {
  'a payment, with every event twice': () => {
    const payment = createPayment()
    return {
      scenario: { people: [payment.typed], steps: paidSteps(payment) },
      expected: [
        { ...payment.typed, order_id: payment.order, amount: 29, currency: 'EUR', payment_verified: true, flags: null },
      ],
    }
  },
  'a payment of a person who signed up before': () => {
    const payment = createPayment()
    return {
      scenario: { people: [payment.typed], first: [signUp(payment.typed)], steps: paidSteps(payment) },
      expected: [{ ...payment.typed, payment_verified: true, currency: 'EUR', consent_form: 'signup-dialog' }],
    }
  },
  'a refunded payment': () => {
    const payment = createPayment()
    const steps: [string, Step][] = [...paidSteps(payment).slice(0, 3), ['refund', later('refunded', payment)]]
    return {
      scenario: { people: [payment.typed], steps },
      expected: [
        { ...payment.typed, is_paid: true, amount: 29, currency: 'EUR', payment_verified: false, claimed: true },
      ],
    }
  },
  'a payment that a bank withdrew and gave back': () => {
    const payment = createPayment()
    const steps: [string, Step][] = [
      ...paidSteps(payment).slice(0, 2),
      ['withdrawal', later('withdrawn', payment)],
      ['return', later('reinstated', payment)],
    ]
    return { scenario: { people: [payment.typed], steps }, expected: [{ ...payment.typed, payment_verified: true }] }
  },
  'a payment with another address at the provider': () => {
    const at = createTestVisitor()
    const payment = createPayment({ at })
    const steps: [string, Step][] = [...paidSteps(payment), ['refund', later('refunded', payment)]]
    return {
      scenario: { people: [payment.typed, at], steps },
      expected: [{ ...payment.typed, amount: 29, payment_verified: false, flags: ['The payment has another address'] }],
    }
  },
  'a payment with the address of another sign-up at the provider': () => {
    const at = createTestVisitor()
    const payment = createPayment({ at })
    return {
      scenario: { people: [payment.typed, at], first: [signUp(at)], steps: paidSteps(payment) },
      expected: [
        {
          ...payment.typed,
          payment_verified: true,
          flags: ['The payment has another address'],
          consent_form: 'payment',
        },
        {
          ...at,
          is_paid: false,
          amount: null,
          currency: null,
          order_id: null,
          payment_verified: false,
          claimed: false,
        },
      ],
    }
  },
  'a payment of a person who signed up, with another address at the provider': () => {
    const at = createTestVisitor()
    const payment = createPayment({ at })
    return {
      scenario: { people: [payment.typed, at], first: [signUp(payment.typed)], steps: paidSteps(payment) },
      expected: [{ ...payment.typed, payment_verified: true, consent_form: 'signup-dialog' }],
    }
  },
  'two payments of one person, the first refunded': () => {
    const one = createPayment()
    const two = { ...one, order: unique('cs'), day: 2, amount: '39.50' }
    const steps: [string, Step][] = [
      ['report 1', reports(one)],
      ['report 2', reports(two)],
      ['event 1', proves(one)],
      ['event 2', proves(two)],
      ['refund 1', later('refunded', one)],
    ]
    const further = [{ order_id: one.order, amount: 29, currency: 'EUR', verified: false }]
    return {
      scenario: { people: [one.typed], steps },
      expected: [
        {
          ...one.typed,
          ...{ order_id: two.order, amount: 39.5, payment_verified: true, further },
          flags: ['Another payment was reported'],
        },
      ],
    }
  },
  'payments of two people, each with the address of the other at the provider': () => {
    const [a, b] = [createTestVisitor(), createTestVisitor()]
    const one = createPayment({ typed: a, at: b })
    const two = createPayment({ typed: b, at: a, amount: '39.00' })
    const steps: [string, Step][] = [
      ['report 1', reports(one)],
      ['report 2', reports(two)],
      ['event 1', proves(one)],
      ['event 2', proves(two)],
    ]
    const flags = ['The payment has another address']
    return {
      scenario: { people: [a, b], steps },
      expected: [
        { ...a, order_id: one.order, amount: 29, payment_verified: true, flags, further: null },
        { ...b, order_id: two.order, amount: 39, payment_verified: true, flags, further: null },
      ],
    }
  },
  'two payments of one person with one other address at the provider': () => {
    const at = createTestVisitor()
    const one = createPayment({ at })
    const two = { ...one, order: unique('cs'), day: 2 }
    const steps: [string, Step][] = [
      ['report 1', reports(one)],
      ['report 2', reports(two)],
      ['event 1', proves(one)],
      ['event 2', proves(two)],
    ]
    const expected = [{ ...one.typed, order_id: one.order, payment_verified: true }]
    return { scenario: { people: [one.typed, at], steps }, expected }
  },
}

for (const engine of TEST_ENGINES) {
  for (const [title, create] of Object.entries(scenarios)) {
    test(
      `${title}: reports and events in every order end in the same rows (${engine})`,
      async () => {
        await using db = await openTestDatabase(engine)
        const places = permutationsOf(create().scenario.steps.map((_, at) => at))
        expect(places.length).toBeGreaterThanOrEqual(24)
        const ends = new Set<string>()
        for (const order of places) {
          const { scenario, expected } = create()
          const steps = order.flatMap((at) => scenario.steps.slice(at, at + 1))
          const names = steps.map(([name]) => name).join(', ')
          for (const step of scenario.first ?? []) expect(await step(db), names).toBeNull()
          for (const [name, step] of steps) expect(await step(db), names).toBe(outcomeOf(name, names))
          const rows = await rowsOf(db, ...scenario.people)
          expect(rows, names).toMatchObject(expected)
          expect(rows, names).toHaveLength(expected.length)
          ends.add(anonymise(rows, scenario.people))
          expect([...ends], names).toHaveLength(1)
        }
      },
      SLOW,
    )
  }
}

/** Returns the expected outcome of a step: a report has no error, and an event is stored unless the same event came before. */
function outcomeOf(name: string, names: string): string | null {
  if (name.startsWith('report')) return null
  const [first] = names.split(', ').filter((each) => each === 'event' || each === 'the same event again')
  return (name === 'event' || name === 'the same event again') && name !== first ? 'repeated' : 'stored'
}

for (const engine of TEST_ENGINES) {
  test(
    `an event of which the buyer has no valid name or address is stored as a flagged row, like a report (${engine})`,
    async () => {
      await using db = await openTestDatabase(engine)
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
    },
    SLOW,
  )

  test(
    `an event takes one spot and queues one paid welcome mail, and the report that follows takes no other (${engine})`,
    async () => {
      await using db = await openTestDatabase(engine)
      const payment = createPayment()
      for (const [, step] of paidSteps(payment).toReversed()) await step(db)
      await later('refunded', payment)(db)
      const spots = await db.query(`select value from app_settings where key = 'early_access_spots'`)
      expect(spots.rows).toEqual([{ value: '9' }])
      expect((await db.query('select kind, recipient from mail_outbox')).rows).toEqual([
        { kind: 'welcome_paid', recipient: payment.typed.email },
      ])
    },
    SLOW,
  )

  test(
    `an event never loses a payment to false claims, and never changes a payment that an operator verified (${engine})`,
    async () => {
      await using db = await openTestDatabase(engine)
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
    },
    SLOW,
  )

  test(
    `a second browser cannot move a payment that a browser reported, before or after its event (${engine})`,
    async () => {
      await using db = await openTestDatabase(engine)
      for (const isEventFirst of [true, false]) {
        const payment = createPayment()
        if (isEventFirst) await proves(payment)(db)
        expect(await reports(payment)(db)).toBeNull()
        expect(await reports({ ...payment, typed: createTestVisitor() })(db)).toBe('23505')
        if (!isEventFirst) await proves(payment)(db)
        expect(await reports({ ...payment, typed: createTestVisitor() })(db)).toBe('23505')
        expect(await rowsOf(db, payment.typed)).toMatchObject([{ order_id: payment.order, payment_verified: true }])
      }
    },
    SLOW,
  )

  test(
    `an erasure and a deleted row delete the events; an event from before the erasure does not bring the person back (${engine})`,
    async () => {
      await using db = await openTestDatabase(engine)
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
    },
    SLOW,
  )

  test(
    `retention empties refunded payments and deletes the events of unknown orders, but keeps those of a sign-up (${engine})`,
    async () => {
      await using db = await openTestDatabase(engine)
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
    },
    SLOW,
  )

  test(
    `a free sign-up with the order id of a payment becomes paid by its event (${engine})`,
    async () => {
      await using db = await openTestDatabase(engine)
      const { typed, ...payment } = createPayment()
      const insert = 'insert into early_access_users (name, email, is_paid, order_id) values ($1, $2, false, $3)'
      expect(await asVisitor(db, insert, [typed.name, typed.email, payment.order])).toBeNull()
      await proves({ ...payment, typed })(db)
      expect(await rowsOf(db, typed)).toMatchObject([{ is_paid: true, amount: 29, payment_verified: true }])
      const { rows } = await db.query('select kind from mail_outbox order by kind')
      expect(rows).toEqual([{ kind: 'welcome_free' }, { kind: 'welcome_paid' }])
    },
    SLOW,
  )
}
