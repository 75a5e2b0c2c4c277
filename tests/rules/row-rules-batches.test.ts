import { BUYER_TEST_VECTORS } from '@site/contract/buyer-vectors'
import { SCREENED_EMAIL_VECTORS, SCREENED_NAME_VECTORS, USER_AGENT_VECTORS } from '@site/contract/screening-vectors'
import { EMAIL_VECTORS, NAME_VECTORS, PAYMENT_VECTORS } from '@site/contract/validation-vectors'
import { expect } from 'vitest'
import { type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'

// The database checks sign-ups that are inserted as a batch with a different trigger than single sign-ups. Both triggers must
// accept the same rows.

const SCRIPT = 'curl/8.9.1'

type Asked = { row: Record<string, unknown>; source: string; user_agent: string }

let sources = 0
function aRequest(more: Partial<Asked> = {}): Asked {
  sources += 1
  return {
    row: createTestVisitor(),
    source: `10.${sources >> 8}.${sources & 255}.1`,
    user_agent: 'Mozilla/5.0',
    ...more,
  }
}

/** Runs an operation in a transaction and returns its error code, or null. Commits if `keeps` is true, otherwise rolls back. */
async function codeOf(db: SqlSession, operation: () => Promise<unknown>, keeps: boolean): Promise<string | null> {
  await db.script('begin')
  try {
    await operation()
    await db.script(keeps ? 'commit' : 'rollback')
    return null
  } catch (error) {
    await db.script('rollback')
    if (error instanceof Error && 'code' in error) return String(error.code)
    throw error
  }
}

function signUpInBatch(db: SqlSession, asked: readonly Asked[], { keeps = false, perSource = 30 } = {}) {
  const settings = {
    'request.origins': JSON.stringify(asked.map(({ source, user_agent }) => ({ source, user_agent }))),
    'app.limit_signups_per_source': String(perSource),
    role: 'anon',
  }
  const bodies = asked.map(({ row }) => JSON.stringify([row]))
  return codeOf(
    db,
    () => db.query('select private.sign_up_together($1, $2)', [JSON.stringify(settings), bodies]),
    keeps,
  )
}

function signUpAlone(db: SqlSession, { row, source, user_agent }: Asked, { keeps = false, perSource = 30 } = {}) {
  const operation = async () => {
    await db.query(
      `select set_config('request.source', $1, true), set_config('request.headers', $2, true),
         set_config('app.limit_signups_per_source', $3, true), set_config('role', 'anon', true)`,
      [source, JSON.stringify({ 'user-agent': user_agent }), String(perSource)],
    )
    const columns = Object.keys(row)
    const values = columns.map((_, place) => `$${place + 1}`)
    await db.query(`insert into early_access_users (${columns}) values (${values})`, Object.values(row))
  }
  return codeOf(db, operation, keeps)
}

const person = { name: 'Grace Hopper', email: 'grace.hopper@example.com' }

const REQUESTS: Asked[] = [
  ...[...NAME_VECTORS, ...SCREENED_NAME_VECTORS].map(({ input }) => aRequest({ row: { ...person, name: input } })),
  ...[...EMAIL_VECTORS, ...SCREENED_EMAIL_VECTORS].map(({ input }) => aRequest({ row: { ...person, email: input } })),
  ...BUYER_TEST_VECTORS.map(({ input }) =>
    aRequest({ row: { ...input, is_paid: true, amount: 29, order_id: 'cs_1' } }),
  ),
  ...PAYMENT_VECTORS.map(({ input }) => aRequest({ row: { ...person, ...input } })),
  ...USER_AGENT_VECTORS.map(({ input }) => aRequest({ row: person, user_agent: input })),
  ...[{ email: person.email }, { name: person.name }, { name: null, email: person.email }].map((row) =>
    aRequest({ row }),
  ),
]

test(`a batch insert accepts exactly those sign-ups that an individual insert accepts`, async (db) => {
  const wrong: unknown[] = []
  const counts = { accepted: 0, refused: 0 }
  for (const asked of REQUESTS) {
    const mayAlone = (await signUpAlone(db, asked)) === null
    const mayTogether = (await signUpInBatch(db, [aRequest(), asked])) === null
    counts[mayAlone ? 'accepted' : 'refused'] += 1
    if (mayAlone !== mayTogether) wrong.push({ ...asked, mayAlone, mayTogether })
  }
  expect(wrong).toEqual([])
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(30)
})

test(`batched sign-ups count towards the rate limit per client IP address like individual ones`, async (db) => {
  const counted = async () =>
    Number((await db.query('select sum(count)::integer as count from private.attempts')).rows[0]?.['count'])
  const from = (source: string, size: number) => Array.from({ length: size }, () => aRequest({ source }))
  const limits = { keeps: true, perSource: 5 }
  const people = [...from('192.0.2.1', 2), aRequest(), ...from('192.0.2.1', 1), ...from('192.0.2.2', 3)]

  expect(await signUpInBatch(db, people, limits)).toBeNull()
  expect(await counted(), 'each for the sign-up and for its mail').toBe(14)
  expect(await signUpInBatch(db, [...from('192.0.2.1', 3), aRequest()], limits)).toBe('PT409')
  expect(await counted(), 'a group that is refused leaves no trace').toBe(14)
  expect(await signUpInBatch(db, [...from('192.0.2.1', 2), ...from('192.0.2.2', 2)], limits)).toBeNull()
  for (const source of ['192.0.2.1', '192.0.2.2']) {
    expect(await signUpInBatch(db, [aRequest({ source }), aRequest()], limits)).toBe('PT409')
    expect(await signUpAlone(db, aRequest({ source }), limits)).toBe('PT429')
  }

  for (const one of from('192.0.2.3', 4)) expect(await signUpAlone(db, one, limits)).toBeNull()
  expect(await signUpInBatch(db, from('192.0.2.3', 2), limits)).toBe('PT409')
  expect(await signUpInBatch(db, from('192.0.2.3', 1), limits)).toBeNull()
})

test(`after three attempts from one client IP address, an email address is rejected there, in a batch and individually`, async (db) => {
  const [known, others] = [aRequest(), [aRequest(), aRequest(), aRequest()]]
  const elsewhere = { ...known, source: '192.0.2.99' }
  // Tries the sign-up at every position of the batch, because the trigger must check each row with that row's own client IP address.
  const groups = (one: Asked) => others.map((_, place) => others.toSpliced(place, 1, one))
  const outcomes = async (one: Asked) => {
    const refused = new Set([(await signUpAlone(db, one)) !== null])
    for (const group of groups(one)) refused.add((await signUpInBatch(db, group)) !== null)
    return [...refused]
  }
  for (let times = 0; times < 3; times++) {
    expect(await outcomes(known)).toEqual([false])
    await db.script('begin')
    await db.query(`select set_config('request.source', $1, true)`, [known.source])
    await db.query('select private.record_signup_attempts($1, 0)', [[known.row['email']]])
    await db.script('commit')
  }
  expect(await outcomes(known)).toEqual([true])
  expect(await signUpAlone(db, known)).toBe('PT429')
  expect(await outcomes(elsewhere)).toEqual([false])
  await db.query(`update private.attempts set at = at - interval '15 minutes'`)
  expect(await outcomes(known)).toEqual([false])
})

test(`a batch inserts all of its sign-ups or none with the privileges of anon, and no API role may call its function`, async (db) => {
  const stored = async () => (await db.query('select 1 from early_access_users')).rows.length
  const two = [aRequest(), aRequest()]
  expect(await signUpInBatch(db, [...two, aRequest({ user_agent: SCRIPT })], { keeps: true })).toBe('PT409')
  expect(await stored()).toBe(0)
  expect(await signUpInBatch(db, two, { keeps: true })).toBeNull()
  expect(await stored()).toBe(2)

  await db.script(`create function swallow() returns trigger language plpgsql as 'begin return null; end';
      create trigger swallow before insert on early_access_users for each row when (new.name = 'Nobody') execute function swallow()`)
  const ignored = aRequest({ row: { ...createTestVisitor(), name: 'Nobody' } })
  expect(await signUpInBatch(db, [aRequest(), ignored], { keeps: true })).toBe('PT409')
  await db.script('drop trigger signup_guard_together on early_access_users')
  expect(await signUpInBatch(db, [aRequest(), ignored], { keeps: true })).toBe('23000')
  expect(await stored()).toBe(2)

  await db.script('revoke insert on early_access_users from anon')
  expect(await signUpInBatch(db, [aRequest()])).toBe('42501')
  for (const role of ['anon', 'authenticated', 'service_role']) {
    const ask = async () => {
      await db.script(`set local role ${role}`)
      await db.query(`select private.sign_up_together('{"role":"postgres"}', '{}')`)
    }
    expect([role, await codeOf(db, ask, false)]).toEqual([role, '42501'])
  }
})

test(`a batch of sign-ups is rejected unless it has exactly one request origin per row`, async (db) => {
  const rows = [createTestVisitor(), createTestVisitor()]
  const insert = (origins: readonly unknown[]) =>
    codeOf(
      db,
      async () => {
        await db.query(`select set_config('request.origins', $1, true), set_config('role', 'anon', true)`, [
          JSON.stringify(origins),
        ])
        const values = rows.flatMap(({ name, email }) => [name, email])
        await db.query('insert into early_access_users (name, email) values ($1, $2), ($3, $4)', values)
      },
      false,
    )
  const origin = { source: '192.0.2.1', user_agent: 'Mozilla/5.0' }
  expect(await insert([origin])).toBe('PT409')
  expect(await insert([])).toBe('PT409')
  expect(await insert([origin, origin])).toBeNull()
})
