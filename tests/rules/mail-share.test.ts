import { expect } from 'vitest'
import { readValue, type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor, type TestVisitor } from '../support/test-visitor.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import { asVisitor, makeLink, press, set } from './confirmation-rows.ts'

// Every mail that a visitor causes counts for the visitor's network: one network cannot use up mail_per_hour (private.use_mail_share).

const PER_HOUR = 64
/** A tenth of the mails of an hour is reserved for mail about accounts. */
const FOR_SIGNUPS = PER_HOUR - 6

type Order = { is_paid?: boolean; order_id?: string; amount?: number }
const anOrder = (): Order => ({ is_paid: true, order_id: `cs_${crypto.randomUUID()}`, amount: 29 })

async function signUp(db: SqlSession, source: string, order: Order = {}): Promise<TestVisitor> {
  const visitor = createTestVisitor()
  const { is_paid = false, order_id = null, amount = null } = order
  const statement =
    'insert into early_access_users (name, email, is_paid, order_id, amount) values ($1, $2, $3, $4, $5)'
  await asVisitor(db, statement, [visitor.name, visitor.email, is_paid, order_id, amount], source)
  return visitor
}

async function signUpTogether(db: SqlSession, sources: readonly string[]): Promise<string[]> {
  const visitors = sources.map(() => createTestVisitor())
  const origins = sources.map((source) => ({ source, user_agent: 'Mozilla/5.0' }))
  const settings = JSON.stringify({ 'request.origins': JSON.stringify(origins), role: 'anon' })
  const bodies = visitors.map((visitor) => JSON.stringify([visitor]))
  await db.script('begin')
  await db.query('select private.sign_up_together($1, $2)', [settings, bodies])
  await db.script('commit')
  return visitors.map(({ email }) => email)
}

/** The sources of one /24, from which 120 sign-ups are made in the following tests. */
const ATTACKERS = Array.from({ length: 24 }, (_, n) => `192.0.2.${n + 1}`)
const rounds = Array.from({ length: 5 })

async function signUpFromEach(db: SqlSession, order?: () => Order): Promise<TestVisitor[]> {
  const visitors: TestVisitor[] = []
  for (const source of ATTACKERS) for (const _ of rounds) visitors.push(await signUp(db, source, order?.()))
  return visitors
}

async function signUpUnconfirmed(db: SqlSession, order?: () => Order): Promise<TestVisitor[]> {
  await set(db, 'confirm_signups', 'true')
  return await signUpFromEach(db, order)
}

/** Deletes the mails and counted attempts so far, as if they were more than an hour old. */
const forget = (db: SqlSession) => db.script('delete from mail_outbox; delete from private.attempts')

/** The requests with which one network causes 120 mails. */
const attacks: Record<string, (db: SqlSession) => Promise<unknown>> = {
  'free sign-ups': (db) => signUpFromEach(db),
  'reported payments': (db) => signUpFromEach(db, anOrder),
  async 'free sign-ups that report payments afterwards'(db) {
    const visitors = await signUpFromEach(db)
    await forget(db)
    for (const [place, { name, email }] of visitors.entries())
      await asVisitor(
        db,
        'insert into early_access_users (name, email, is_paid, order_id, amount) values ($1, $2, true, $3, 29)',
        [name, email, `cs_${place}`],
        ATTACKERS[place % ATTACKERS.length],
      )
  },
  async 'sign-ups in batches'(db) {
    for (const _ of rounds) await signUpTogether(db, ATTACKERS)
  },
  'unconfirmed sign-ups': (db) => signUpUnconfirmed(db),
  'payments reported under double opt-in': (db) => signUpUnconfirmed(db, anOrder),
  async 'unconfirmed sign-ups in batches'(db) {
    await set(db, 'confirm_signups', 'true')
    for (const _ of rounds) await signUpTogether(db, ATTACKERS)
  },
  async 'confirmed sign-ups'(db) {
    const visitors = await signUpUnconfirmed(db)
    await forget(db)
    for (const [place, visitor] of visitors.entries())
      await press(db, await makeLink(db, visitor), ATTACKERS[place % ATTACKERS.length])
  },
  async 'further confirmation mails'(db) {
    const visitors = await signUpUnconfirmed(db)
    await forget(db)
    for (const { email } of visitors) await db.query('select request_confirmation_mail($1)', [email])
  },
}

/** Claims all mails that the hourly rate limit allows and returns their recipients. */
async function claimAll(db: SqlSession): Promise<unknown[]> {
  return (await db.query('select recipient from claim_mail(1000, 60)')).rows.map(({ recipient }) => recipient)
}

for (const [what, attack] of Object.entries(attacks))
  test(`after 120 mails caused by ${what} of one /24, the mails of others are sent within the hour, and half of it is left for them`, async (db) => {
    await set(db, 'mail_per_hour', String(PER_HOUR))
    await set(db, 'early_access_spots', '1000')
    await attack(db)
    expect(await readValue(db, '(select count(*)::integer from mail_outbox)')).toBe(120)
    await set(db, 'confirm_signups', 'false')
    expect((await claimAll(db)).length).toBeLessThanOrEqual(PER_HOUR / 2)
    for (let n = 1; n <= 10; n++) {
      const { email } = await signUp(db, `198.51.${n}.1`)
      expect(await claimAll(db)).toEqual([email])
    }
  })

test('the first of 100 sign-ups from as many networks get all mails that the hour has for sign-ups', async (db) => {
  await set(db, 'mail_per_hour', String(PER_HOUR))
  const emails: string[] = []
  for (let n = 0; n < 100; n++) emails.push((await signUp(db, `10.0.${n}.1`)).email)
  expect(new Set(await claimAll(db))).toEqual(new Set(emails.slice(0, FOR_SIGNUPS)))
  expect(await readValue(db, '(select count(*)::integer from mail_outbox where is_deferrable)')).toBe(0)
})

test('in a batch, the mails of the network over its share wait, and those of the others do not', async (db) => {
  await set(db, 'mail_per_hour', String(PER_HOUR))
  const [first, ...others] = await signUpTogether(db, ['10.0.0.1', ...ATTACKERS, ...ATTACKERS, '10.0.1.1'])
  const { rows } = await db.query('select recipient from mail_outbox where not is_deferrable')
  const immediate = rows.map(({ recipient }) => recipient)
  expect(immediate).toEqual(expect.arrayContaining([first, others.at(-1)]))
  expect(immediate.length).toBeLessThanOrEqual(2 + PER_HOUR / 2)
})
