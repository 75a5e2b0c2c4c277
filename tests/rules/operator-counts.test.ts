import { expect } from 'vitest'
import { testOnDatabase as test } from '../support/test-with-sql.ts'

const ZONES =
  'UTC Europe/Berlin Asia/Kolkata Asia/Kathmandu America/St_Johns Australia/Eucla Australia/Lord_Howe'.split(' ')

test('count_signups_by_period counts a sign-up and a refusal of this hour in the last of 48 whole hours, and of today in the last day, in every zone', async (db) => {
  await db.query(`insert into early_access_users (name, email) values ('Ada Lovelace', 'ada@guests.example.com')`)
  await db.query(`
      insert into hourly_counts (hour, what, label, amount)
      values (date_trunc('hour', now(), 'UTC'), 'signup_refused', 'limit', 3)`)
  for (const zone of ZONES) {
    const { rows } = await db.query(
      `select free::integer, refused, at <= now() and now() < at + interval '1 hour' as is_now,
           at - lag(at) over (order by at) as step
         from count_signups_by_period('hour', 48, $1)`,
      [zone],
    )
    expect(rows, zone).toHaveLength(48)
    expect(rows.at(-1), zone).toMatchObject({ free: 1, refused: { limit: 3 }, is_now: true })
    expect(new Set(rows.slice(1).map(({ step }) => JSON.stringify(step))).size, zone).toBe(1)
    const { rows: days } = await db.query(`select free::integer from count_signups_by_period('day', 30, $1)`, [zone])
    expect(days.at(-1), zone).toEqual({ free: 1 })
  }
})
