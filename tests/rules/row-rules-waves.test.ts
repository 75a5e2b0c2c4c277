import { nullable, number, object, parse, string } from 'valibot'
import { expect } from 'vitest'
import { readValue, type SqlSession } from '../support/sql-session.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import { signUp } from './webhook-rows.ts'

test(`claim_mail takes welcome mails before older invitations, and invitations use at most half of mail_per_hour`, async (db) => {
  await db.query(`update app_settings set value = '20' where key = 'mail_per_hour'`)
  await db.query(
    `insert into mail_outbox (kind, recipient, due_at, is_deferrable) select 'wave_invitation', 'ada' || i || '@example.com', now() - interval '1 hour', true
       from generate_series(1, 30) as i`,
  )
  expect(await readValue(db, `count_mail() ->> 'overdue_seconds'`), 'invitations that wait are not late').toBe('0')
  for (let i = 0; i < 3; i++) await signUp(db)
  const kinds = async (limit: number) =>
    (await db.query('select * from claim_mail($1, 60)', [limit])).rows.map(({ kind }) => String(kind)).toSorted()
  const times = (count: number, kind: string) => Array.from({ length: count }, () => kind)
  expect(await kinds(2)).toEqual(['welcome_free', 'welcome_free'])
  expect(await kinds(50)).toEqual([...times(7, 'wave_invitation'), 'welcome_free'])
  expect(await kinds(50), 'ten mails of the hour are left for others').toEqual([])
  const next = await readValue(db, '(select id from mail_outbox where leased_until is null limit 1)')
  expect((await db.query('select * from claim_mail_by_id($1, 60)', [next])).rows).toEqual([])
  for (let i = 0; i < 12; i++) await signUp(db)
  expect(await kinds(50), 'a tenth is kept for accounts').toEqual(times(8, 'welcome_free'))
  await db.query(`update app_settings set value = '41' where key = 'mail_per_hour'`)
  expect((await db.query('select * from claim_mail_by_id($1, 60)', [next])).rows).toMatchObject([{ id: next }])
  await db.query(`update app_settings set value = 'true' where key = 'mail_paused'`)
  expect(await kinds(50)).toEqual([])
})

test(`a sign-up has both invited_at and wave or neither, and its wave must exist and cannot be deleted`, async (db) => {
  await signUp(db)
  await db.script(`insert into waves (name, selection, size) values ('first', '{"next": 5}', 5)`)
  const set = (changes: string) => db.query(`update early_access_users set ${changes}`)
  await expect(set(`invited_at = now()`)).rejects.toThrow('early_access_users_invited_check')
  await expect(set(`wave = 'first'`)).rejects.toThrow('early_access_users_invited_check')
  await expect(set(`invited_at = now(), wave = 'second'`)).rejects.toThrow('early_access_users_wave_fkey')
  await set(`invited_at = now(), wave = 'first'`)
  await expect(db.query('delete from waves')).rejects.toThrow('early_access_users_wave_fkey')
  await expect(db.query('update waves set invited = 6')).rejects.toThrow('waves_invited_check')
})

test(`a batch of a wave reads few of 30000 sign-ups when the first 29000 cannot be invited, and the next batch reads even fewer`, async (db) => {
  await seedSignups(db)
  const batch = async (after: string | null) => {
    await db.script('begin')
    const before = await countReadSignups(db)
    const sent = await readValue(db, `send_wave('second', '{"next": 250}', 100, ${after ? `'${after}'` : 'null'})`)
    const read = (await countReadSignups(db)) - before
    await db.script('commit')
    return { sent: parse(batchSchema, typeof sent === 'string' ? JSON.parse(sent) : sent), read }
  }
  const first = await batch(null)
  // The 600 people with a given-up mail, and the 100 invited people, whom several statements read.
  expect(first).toMatchObject({ sent: { invited: 100 } })
  expect(first.read).toBeLessThan(2_500)
  const second = await batch(first.sent.after)
  expect(second).toMatchObject({ sent: { invited: 100 } })
  expect(second.read).toBeLessThan(1_000)
  const third = await batch(second.sent.after)
  expect(third).toMatchObject({ sent: { invited: 50, total: 250 } })
  const { rows } = await db.query(`select email from early_access_users where wave = 'second' order by created_at, id`)
  expect(rows.map(({ email }) => email)).toEqual(
    Array.from({ length: 250 }, (_, index) => `ada.${29_001 + index}@example.com`),
  )
  const isFromBeginning = `private.next_wave_people('{"next": 9}', (${newest}), 2) = (${next})`
  expect(await readValue(db, isFromBeginning), 'after the newest person, it starts from the beginning').toBe(true)
})

const batchSchema = object({ invited: number(), total: number(), after: nullable(string()) })
/** SQL for the id of the newest sign-up, and for the ids of the first two people who are not invited yet. */
const newest = 'select id from public.early_access_users order by created_at desc limit 1'
const next = `select array_agg(id order by email) from public.early_access_users where email in ('ada.29251@example.com', 'ada.29252@example.com')`

/**
 * Inserts 30000 sign-ups without running triggers, so many that PostgreSQL prefers an index to reading them all. In the order of sign-up,
 * the first 27000 are invited, the next 1400 flagged for review, the next 600 have an address that does not exist, and the others can be
 * invited.
 */
async function seedSignups(db: SqlSession): Promise<void> {
  await db.script(`
    begin;
    set local session_replication_role = replica;
    insert into waves (name, selection, size, invited) values ('first', '{"next": 10000}', 27000, 27000);
    insert into early_access_users (name, email, created_at, invited_at, wave, flag_reason)
    select 'Ada Larsen', 'ada.' || n || '@example.com', now() - interval '1 day' + n * interval '1 second',
      case when n <= 27000 then now() end, case when n <= 27000 then 'first' end, case when n between 27001 and 28400 then 'to review' end
    from generate_series(1, 30000) as n;
    insert into mail_outbox (kind, recipient, gave_up_at, fault)
    select 'welcome_free', 'ada.' || n || '@example.com', now(), 'address' from generate_series(28401, 29000) as n;
    commit;
    update app_settings set value = '500' where key = 'early_access_spots';
    analyze early_access_users, mail_outbox`)
}

/** Returns how many rows of the table of sign-ups the current transaction has read. */
async function countReadSignups(db: SqlSession): Promise<number> {
  const counted = 'seq_tup_read + coalesce(idx_tup_fetch, 0)'
  return Number(
    await readValue(db, `(select ${counted} from pg_stat_xact_user_tables where relname = 'early_access_users')`),
  )
}
