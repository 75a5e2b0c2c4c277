import { expect, test } from 'vitest'
import { aVisitor } from '../support/a-visitor.ts'
import { ENGINES } from '../support/engines.ts'
import { aDatabase, type SqlSession } from '../support/sql-session.ts'

// What is done again and again reads what it needs, however much is there: also with plans that were made when little was.

const CROWD = 5_000
const ENOUGH = 20

const WORKS: Record<string, (db: SqlSession) => Promise<unknown>> = {
  'claiming a mail': (db) => db.query('select * from claim_mail(1, 60)'),
  'sweeping up attempts': (db) => db.query('select private.sweep_attempts(10)'),
  'signing up': async (db) => {
    const { name, email } = aVisitor()
    await db.query(`select set_config('role', 'anon', true)`)
    await db.query('insert into early_access_users (name, email) values ($1, $2)', [name, email])
    await db.query(`select set_config('role', 'none', true)`)
  },
}

/** How many rows of our tables a work looks at. Nothing of it is kept. */
async function readsOf(db: SqlSession, work: (db: SqlSession) => Promise<unknown>): Promise<number> {
  const soFar = async () => {
    const { rows } = await db.query(`
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as rows
      from pg_stat_xact_user_tables where schemaname in ('public', 'private')`)
    return Number(rows[0]?.['rows'])
  }
  await db.script('begin')
  const before = await soFar()
  await work(db)
  const reads = (await soFar()) - before
  await db.script('rollback')
  return reads
}

async function bringCrowd(db: SqlSession): Promise<void> {
  await db.script(`
    insert into mail_outbox (kind, recipient, sent_at)
      select 'welcome_free', 'guest' || i || '@example.com', case when i % 10 = 0 then now() - interval '2 hours' end
      from generate_series(1, ${CROWD}) as i;
    insert into private.attempts (key, at)
      select sha256(i::text::bytea), now() - case when i <= 5 then interval '1 hour' else interval '1 second' * (i % 600) end
      from generate_series(1, ${CROWD}) as i;
    insert into early_access_users (name, email)
      select 'Ada Byron', 'guest' || i || '@example.com' from generate_series(1, ${CROWD}) as i;`)
}

for (const engine of ENGINES) {
  test(`however many are there, a sign-up, a claim and a sweep read a few rows (${engine})`, async () => {
    await using db = await aDatabase(engine)
    // From the sixth time on a statement of a function may be planned no more.
    for (let times = 0; times < 8; times += 1) for (const work of Object.values(WORKS)) await readsOf(db, work)
    await bringCrowd(db)
    for (const [what, work] of Object.entries(WORKS)) expect(await readsOf(db, work), what).toBeLessThan(ENOUGH)
  }, 180_000)
}
