import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestRateLimits } from '../../test/test-rate-limits.ts'
import { deleteExpiredAuthRows } from './auth-cleanup.ts'

/*
 * Tests the retention of every auth table that an unauthenticated request can add rows to. A new table must be added to one of the two
 * lists below, otherwise the first test fails.
 */

let under: Awaited<ReturnType<typeof createTestRateLimits>>
beforeAll(async () => {
  under = await createTestRateLimits()
  return () => under.close()
})

const USER = `insert into auth.users (email, confirmation_sent_at, created_at) values
  ('unconfirmed@example.com', now() - $age, now() - $age)`

/** For each table: the retention in days, and an SQL statement that inserts a row of age `$age`. */
const swept: Record<string, { days: number; write: string }> = {
  users: { days: 30, write: USER },
  flow_state: {
    days: 1 / 24,
    write: `insert into auth.flow_state (authentication_method, provider_type, created_at) values ('oauth', 'google', now() - $age)`,
  },
  one_time_tokens: {
    days: 8,
    write: `insert into auth.one_time_tokens (user_id, token_type, code_hash, relates_to, created_at)
      select id, 'confirmation', 'x', 'x', now() - $age from auth.users`,
  },
  webauthn_challenges: {
    days: 1 / 24,
    write: `insert into auth.webauthn_challenges (challenge_type, session_data, expires_at) values ('authentication', '{}', now() - $age)`,
  },
  mfa_factors: {
    days: 1,
    write: `insert into auth.mfa_factors (user_id, factor_type, created_at) select id, 'totp', now() - $age from auth.users`,
  },
  sessions: {
    days: 3,
    write: `insert into auth.sessions (user_id, not_after) select id, now() - $age from auth.users`,
  },
  audit_log_entries: {
    days: 180,
    write: `insert into auth.audit_log_entries (payload, created_at) values ('{}', now() - $age)`,
  },
  rate_buckets: {
    days: 1,
    write: `insert into auth.rate_buckets (key, tokens, updated_at) values ('x', 1, now() - $age)`,
  },
  known_devices: {
    days: 90,
    write: `insert into auth.known_devices (user_id, device, seen_at) select id, 'x', now() - $age from auth.users`,
  },
}

/** Tables whose rows are deleted by a cascade, with the table that they reference. */
const cascadedFrom: Record<string, string> = {
  identities: 'users',
  address_claims: 'users',
  refresh_tokens: 'sessions',
  mfa_amr_claims: 'sessions',
  mfa_challenges: 'mfa_factors',
  webauthn_credentials: 'users',
}

test('expired rows of every auth table are deleted by the sweep or by a cascade from a swept table', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r'`.execute(
    under.auth.db.kysely,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(swept), ...Object.keys(cascadedFrom)].sort())
  for (const [table, owner] of Object.entries(cascadedFrom)) {
    const { rows: keys } = await sql`
      select from pg_constraint where contype = 'f' and confdeltype = 'c'
        and conrelid = ${`auth.${table}`}::regclass and confrelid = ${`auth.${owner}`}::regclass`.execute(
      under.auth.db.kysely,
    )
    expect(keys.length, table).toBeGreaterThan(0)
  }
})

test.each(Object.entries(swept))(
  'deleteExpiredAuthRows retains a row of auth.%s until its retention ends, then deletes it',
  async (table, { days, write }) => {
    const { kysely } = under.auth.db
    const count = async () => {
      const { rows } = await sql<{
        many: number
      }>`select count(*)::int as many from ${sql.table(`auth.${table}`)}`.execute(kysely)
      return rows[0]?.many
    }
    const written = (age: number): RawBuilder<unknown> =>
      sql.raw(write.replaceAll('$age', `interval '${Math.round(age * 86_400)} seconds'`))
    await sql`delete from auth.users`.execute(kysely)
    if (table !== 'users')
      await sql`insert into auth.users (email, email_confirmed_at) values ('owner@example.com', now())`.execute(kysely)
    for (const [age, left] of [
      [days * 0.9, 1],
      [days * 1.1, 0],
    ] as const) {
      await sql`delete from ${table === 'users' ? sql.raw('auth.users') : sql.table(`auth.${table}`)}`.execute(kysely)
      await written(age).execute(kysely)
      expect(await count()).toBe(1)
      await deleteExpiredAuthRows(kysely)
      expect(await count(), `${table} after ${age} days`).toBe(left)
    }
  },
)

test('deleteExpiredAuthRows retains the flow state of a mailed link for 7 days, and deletes it after 9', async () => {
  const { kysely } = under.auth.db
  await sql`delete from auth.flow_state`.execute(kysely)
  for (const days of [7, 9]) {
    await sql`insert into auth.flow_state (authentication_method, created_at)
      values ('magiclink', now() - make_interval(days => ${days}))`.execute(kysely)
  }
  await deleteExpiredAuthRows(kysely)
  const { rows } = await sql<{ days: number }>`
    select extract(day from now() - created_at)::int as days from auth.flow_state`.execute(kysely)
  expect(rows).toEqual([{ days: 7 }])
})

test.each([
  ['an operator created it', `(email) values ('by-operator@example.com')`],
  [
    'it was invited',
    `(email, invited_at, confirmation_sent_at) values ('invited@example.com', now() - interval '1 year', now() - interval '1 year')`,
  ],
  [
    'it is confirmed',
    `(email, email_confirmed_at, confirmation_sent_at) values ('c@example.com', now(), now() - interval '1 year')`,
  ],
  [
    'it requested another mail',
    `(email, confirmation_sent_at) values ('again@example.com', now() - interval '29 days')`,
  ],
  [
    'it has signed in',
    `(phone, last_sign_in_at, confirmation_sent_at) values ('49151', now(), now() - interval '1 year')`,
  ],
])('deleteExpiredAuthRows retains a two-year-old account when %s', async (_why, values) => {
  const { kysely } = under.auth.db
  await sql`delete from auth.users`.execute(kysely)
  await sql.raw(`insert into auth.users ${values}`).execute(kysely)
  await sql`update auth.users set created_at = now() - interval '2 years'`.execute(kysely)
  await deleteExpiredAuthRows(kysely)
  const { rows } = await sql`select from auth.users`.execute(kysely)
  expect(rows).toHaveLength(1)
})
