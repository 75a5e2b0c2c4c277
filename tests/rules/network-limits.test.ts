import { expect } from 'vitest'
import { readValue, type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'

// The limits of the database (supabase/schemas/06_limits.sql) count for a source and for the networks around it. Over HTTP:
// shared-limits.test.ts.

const MOST = 3

const count = (db: SqlSession, source: string, kind = 'a-test') =>
  readValue(db, 'private.count_attempts($1, array[$2], $3)', [kind, source, MOST])

/** Makes attempts from each source until it is refused, and returns how many were counted from all of them. */
async function exhaust(db: SqlSession, sources: readonly string[]): Promise<number> {
  let counted = 0
  for (const source of sources) while ((await count(db, source)) === true) counted += 1
  return counted
}

/** Networks of one group, from narrow to wide: the number of their sources, how to write one, and the attempts they have together. */
const groups = [
  { around: 'an IPv4 address', sources: 1, write: () => '192.0.2.1', most: MOST },
  { around: 'an IPv4 /24', sources: 20, write: (n: number) => `192.0.2.${n}`, most: 8 * MOST },
  { around: 'an IPv6 /64', sources: 1, write: () => '2001:db8:1:2::/64', most: MOST },
  { around: 'an IPv6 /56', sources: 20, write: (n: number) => `2001:db8:1:7${n + 10}::/64`, most: 4 * MOST },
  { around: 'an IPv6 /48', sources: 20, write: (n: number) => `2001:db8:1:${n + 10}00::/64`, most: 8 * MOST },
]

for (const { around, sources, write, most } of groups) {
  test(`the sources of ${around} have ${most} attempts together at a limit of ${MOST}, and others are not refused`, async (db) => {
    expect(
      await exhaust(
        db,
        Array.from({ length: sources }, (_, n) => write(n)),
      ),
    ).toBe(most)
    for (const stranger of ['192.0.3.1', '2001:db8:2:2::/64', '::/64', 'unknown'])
      expect(await count(db, stranger), stranger).toBe(true)
  })
}

test('refused attempts of one source do not use up the limit of its /24', async (db) => {
  for (let round = 0; round < 50; round++) await count(db, '192.0.2.1')
  expect(
    await exhaust(
      db,
      Array.from({ length: 7 }, (_, n) => `192.0.2.${n + 2}`),
    ),
  ).toBe(7 * MOST)
})

test('a batch of sign-ups from one /24 counts as a whole, and none of it over the limit', async (db) => {
  const batch = (size: number) =>
    readValue(
      db,
      `private.count_attempts('a-test', array(select '192.0.2.' || n from generate_series(1, $1) as n), $2)`,
      [size, MOST],
    )
  expect(await batch(8 * MOST + 1)).toBe(false)
  expect(await batch(8 * MOST)).toBe(true)
  expect(await batch(1)).toBe(false)
})

test('the sources of one /48 cannot use up the hundred attempts of an e-mail address: a stranger may still sign it up', {
  tags: ['R5.27', 'R5.28'],
}, async (db) => {
  const { email } = createTestVisitor()
  const attempt = (source: string) => readValue(db, 'private.count_address_attempt($1, $2)', [email, source])
  let counted = 0
  for (let n = 0; n < 60; n++) {
    const source = `2001:db8:1:${n.toString(16)}00::/64`
    for (let round = 0; round < 4; round++) counted += (await attempt(source)) === true ? 1 : 0
  }
  expect(counted).toBe(24)
  expect(await attempt('192.0.2.1')).toBe(true)
})

test('count_attempts is the only function that counts attempts', async (db) => {
  const { rows } = await db.query(
    `select p.proname from pg_proc p where p.prosrc ~* 'insert into private.attempts' or p.prosrc ~* 'update private.attempts'`,
  )
  expect(rows).toEqual([{ proname: 'count_attempts' }])
})

/** Stores messages, each from a network of its own. */
const flood = (db: SqlSession, size: number) =>
  db.query(
    `select store_contact_message('Ada', 'ada@example.com', 'Hello ' || n, '10.' || n / 250 || '.' || n % 250 || '.1')
     from generate_series(1, $1::integer) as n`,
    [size],
  )

const TEAM_MAILS = 10

test('of 2,000 contact messages from 2,000 networks all are stored, and the team gets ten mails and one digest that counts the rest', async (db) => {
  await flood(db, 2_000)
  expect(await readValue(db, '(select count(*)::integer from contact_messages)')).toBe(2_000)
  const single = `(select count(*)::integer from mail_outbox where starts_with(dedupe_key, 'contact_message:'))`
  expect(await readValue(db, single)).toBe(TEAM_MAILS)
  expect(await readValue(db, '(select count(*)::integer from mail_outbox)')).toBe(TEAM_MAILS + 1)
  const digest = async () =>
    (await db.query('select data from claim_mail(50, 60)')).rows
      .map(({ data }) => Object(data))
      .find((data) => 'count' in data)
  expect(await digest(), 'within the quarter of an hour').toBeUndefined()
  await db.script('update mail_outbox set due_at = now(), leased_until = null')
  expect(await digest()).toMatchObject({ count: 2_000 - TEAM_MAILS })

  // A day later, the digest of the same quarter of an hour uses the row again.
  await db.script(`
      update mail_outbox set sent_at = now(), created_at = created_at - interval '1 day';
      update contact_messages set created_at = created_at - interval '1 day';
      update private.attempts set at = at - interval '1 day';`)
  await flood(db, TEAM_MAILS + 5)
  expect(await readValue(db, '(select count(*)::integer from mail_outbox where sent_at is null)')).toBe(TEAM_MAILS + 1)
  await db.script('update mail_outbox set due_at = now() where sent_at is null')
  expect(await digest()).toMatchObject({ count: 5 })
})

test('one source causes at most three mails to the team at once, and repeating a message of the digest stores it once', async (db) => {
  const send = (text: string) =>
    readValue(db, `store_contact_message('Ada', 'ada@example.com', $1, '192.0.2.1')`, [text])
  const ids: unknown[] = []
  for (let n = 0; n < 6; n++) ids.push(await send(`Hello ${n}`))
  expect(ids.filter((id) => id !== null)).toHaveLength(3)
  expect(await send('Hello 5')).toBeNull()
  expect(await readValue(db, '(select count(*)::integer from contact_messages)')).toBe(6)
  expect(await readValue(db, `store_contact_message('Eve', 'eve@example.com', 'Hello', '198.51.100.1')`)).toEqual(
    expect.any(String),
  )
})
