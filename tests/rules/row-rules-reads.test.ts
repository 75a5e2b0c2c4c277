import { expect } from 'vitest'
import { type SqlSession } from '../support/sql-session.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import { claim, setTargets } from './webhook-rows.ts'

// Tests that frequent operations read only the rows that they need, even when the tables are large and when PostgreSQL has cached
// the query plans while the tables were small.

const CROWD = 5_000
// Every operation must read fewer rows than this. The most expensive one, a batch of two sign-ups, reads 21: one sign-up attempt in fifty also deletes
// expired attempts, at most ten in these tests.
const ENOUGH = 30

const OPERATIONS: Record<string, (db: SqlSession) => Promise<unknown>> = {
  'claiming a mail': (db) => db.query('select * from claim_mail(1, 60)'),
  'claiming a webhook event': (db) => claim(db),
  'sweeping up attempts': (db) => db.query('select private.sweep_attempts(10)'),
  'counting a refused sign-up': (db) =>
    db.query('select private.record_signup_attempts($1, 0)', [[createTestVisitor().email]]),
  'asking whether a source may sign up': (db) => db.query('select private.admit_signups(1, 1)'),
  'writing to the team': (db) =>
    db.query('select store_contact_message($1, $2, $3, $4)', [
      'Ada Byron',
      'ada@example.com',
      'Hello there.',
      '192.0.2.1',
    ]),
  'signing up': async (db) => {
    const { name, email } = createTestVisitor()
    await db.query(`select set_config('role', 'anon', true)`)
    await db.query('insert into early_access_users (name, email) values ($1, $2)', [name, email])
    await db.query(`select set_config('role', 'none', true)`)
  },
  'inserting a batch of two sign-ups': async (db) => {
    const origins = JSON.stringify(
      ['198.18.0.1', '198.18.0.2'].map((source) => ({ source, user_agent: 'Mozilla/5.0' })),
    )
    const bodies = [createTestVisitor(), createTestVisitor()].map((visitor) => JSON.stringify([visitor]))
    const settings = JSON.stringify({ 'request.origins': origins, role: 'anon' })
    await db.query('select private.sign_up_together($1, $2)', [settings, bodies])
    await db.query(`select set_config('role', 'none', true), set_config('request.origins', '', true)`)
  },
}

/** Returns the number of rows of our tables that an operation reads. Rolls the operation back. */
async function readsOf(db: SqlSession, operation: (db: SqlSession) => Promise<unknown>): Promise<number> {
  const soFar = async () => {
    const { rows } = await db.query(`
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as rows
      from pg_stat_xact_user_tables where schemaname in ('public', 'private')`)
    return Number(rows[0]?.['rows'])
  }
  await db.script('begin')
  const before = await soFar()
  await operation(db)
  const reads = (await soFar()) - before
  await db.script('rollback')
  return reads
}

/**
 * Returns SQL that inserts `size` sign-ups and messages, with their mails, invitations that have been due for longer than these mails, and
 * rate limit attempts. The rows are as old as the SQL interval `age` says, but messages are an hour older and two attempts are old enough
 * to be deleted.
 */
function crowd(name: string, size: number, age: string): string {
  return `
    insert into mail_outbox (kind, recipient, created_at, sent_at)
      select 'welcome_free', '${name}' || i || '@example.com', now() - ${age}, case when i % 10 = 0 then now() - interval '2 hours' end
      from generate_series(1, ${size}) as i;
    insert into mail_outbox (kind, recipient, created_at, due_at, is_deferrable)
      select 'wave_invitation', '${name}' || i || '@example.com', now() - ${age}, now() - ${age} - interval '1 hour', true
      from generate_series(1, ${size}) as i;
    insert into private.attempts (key, at)
      select sha256('${name}'::bytea || i::text::bytea), now() - case when i <= 2 then interval '1 hour' else ${age} end
      from generate_series(1, ${size}) as i;
    insert into early_access_users (name, email, created_at)
      select 'Ada Byron', '${name}' || i || '@example.com', now() - ${age} from generate_series(1, ${size}) as i;
    insert into contact_messages (name, email, message, created_at)
      select 'Ada Byron', '${name}' || i || '@example.com', 'Hello there.', now() - interval '1 hour' - ${age}
      from generate_series(1, ${size}) as i;`
}

const STATES = {
  'that were never analysed': '',
  'that were analysed while empty': 'vacuum (analyze)',
  'that were analysed with eight rows': `${crowd('early', 8, "interval '2 hours'")}; vacuum (analyze)`,
}

for (const [state, before] of Object.entries(STATES)) {
  test(`frequent database operations read at most a few rows of large tables ${state}`, async (db) => {
    // A sign-up reads at most as many waiting mails as the hour has (private.network_mail_allowance).
    await db.script(`update app_settings set value = '2' where key = 'mail_per_hour'`)
    await setTargets(db) // each sign-up and message of the crowd then adds an event
    for (const statement of before.split(';')) await db.script(statement)
    // Runs each operation eight times, because PostgreSQL may use a cached generic plan from the sixth execution of a statement on.
    for (let times = 0; times < 8; times += 1)
      for (const operation of Object.values(OPERATIONS)) await readsOf(db, operation)
    await db.script(crowd('guest', CROWD, `interval '1 second' * (i % 600)`))
    const reads: Record<string, number> = {}
    for (const [name, operation] of Object.entries(OPERATIONS)) reads[name] = await readsOf(db, operation)
    expect(Object.entries(reads).filter(([, rows]) => rows >= ENOUGH)).toEqual([])
  })
}
