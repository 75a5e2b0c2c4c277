import { expect } from 'vitest'
import { type SqlSession } from '../support/sql-session.ts'
import { testOnDatabase as test } from '../support/test-with-sql.ts'
import {
  DATA_API_ROLES,
  type DataApiRole,
  FUNCTION_EXECUTE_ROLES,
  TABLE_ACCESS_RULES,
  TABLE_OPERATIONS,
  type TableOperation,
  VISITOR_SIGNUP_COLUMNS,
} from './row-rules.ts'

const OWN_SCHEMAS = ['private', 'auth', 'realtime', 'supabase_migrations']

/** SQL that inserts at least one row into every table. */
const rowsToFind = `
  insert into early_access_users (name, email) values ('Ada Lovelace', 'ada.lovelace@example.com');
  insert into contact_messages (name, email, message) values ('Ada', 'ada@example.com', 'Hello.');
  insert into storage.objects (bucket_id, name) values ('downloads', 'a-file');
  select set_setting('early_access_spots', '12', 'A test looks for a row.');
  insert into storage.buckets (id, name) values ('unused', 'unused');
  insert into download_counts (day, platform, version, downloads) values ('2026-03-05', 'other', '1.0.0', 1);
  insert into waves (name, selection, size) values ('first', '{"next": 5}', 5);
  insert into webhook_outbox (event_id, target, kind, person, data) values (gen_random_uuid(), 'crm', 'webhook.test', '', '{}');
  insert into hourly_counts (hour, what, label, amount) values ('2026-03-05T10:00:00Z', 'signup_refused', 'limit', 1);
  select begin_act('ada', 'console', 'mail pause', 'A test looks for a row.');
  select answer_message(id, gen_random_uuid(), 'Yes.', 'ada') from contact_messages;`

function statementFor(table: string, verb: TableOperation): string {
  switch (verb) {
    case 'select':
      return `select * from ${table}`
    case 'insert':
      return `insert into ${table} ${TABLE_ACCESS_RULES[table]?.insert}`
    case 'update':
      return `update ${table} set ${TABLE_ACCESS_RULES[table]?.update} ${narrowed(table)}`
    case 'delete':
      return `delete from ${table} ${narrowed(table)}`
  }
}

/**
 * Returns a WHERE clause for a table in which an update or delete of all rows would violate a rule other than the tested one, or an
 * empty string.
 */
function narrowed(table: string): string {
  if (table === 'storage.buckets') return `where id = 'unused'`
  return table === 'public.app_settings' ? `where key = 'early_access_spots'` : ''
}

/** Runs a statement as a database role and rolls it back. */
async function attempt(
  db: SqlSession,
  role: DataApiRole,
  statement: string,
): Promise<{ code: string } | { rows: unknown[]; changed: number }> {
  await db.script(`begin; set local role ${role}`)
  try {
    return await db.query(statement)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { code: String(error.code) }
    throw error
  } finally {
    await db.script('rollback')
  }
}

async function outcomeOf(db: SqlSession, role: DataApiRole, table: string, verb: TableOperation): Promise<string> {
  const tried = await attempt(db, role, statementFor(table, verb))
  if ('code' in tried) return tried.code === '42501' ? 'refused' : `error ${tried.code}`
  if (verb === 'insert') return 'all'
  const found = verb === 'select' ? tried.rows.length : tried.changed
  if (found === 0) return 'none'
  const { rows } = await db.query(`select * from ${table} ${verb === 'select' ? '' : narrowed(table)}`)
  if (found === rows.length) return 'all'
  return JSON.stringify(tried.rows).includes('early_access_spots') && found === 1
    ? 'spots'
    : `${found} of ${rows.length}`
}

test(`each role has exactly the specified row access to each table, and row-level security is enabled on each`, {
  tags: ['R6.3', 'R6.4', 'R7.1', 'R7.3'],
}, async (db) => {
  await db.script(rowsToFind)
  const { rows } = await db.query(`
    select format('%I.%I', schemaname, tablename) as name, rowsecurity
    from pg_tables where schemaname in ('public', 'storage')
    union all
    select format('%I.%I', schemaname, viewname), false from pg_views where schemaname in ('public', 'storage')
    order by name`)
  expect(rows).toEqual(
    Object.keys(TABLE_ACCESS_RULES)
      .sort()
      .map((name) => ({ name, rowsecurity: true })),
  )

  for (const [table, { rules }] of Object.entries(TABLE_ACCESS_RULES)) {
    for (const role of DATA_API_ROLES) {
      const outcomes: Record<string, string> = {}
      for (const verb of TABLE_OPERATIONS) outcomes[verb] = await outcomeOf(db, role, table, verb)
      expect({ table, role, ...outcomes }).toEqual({ table, role, ...rules[role] })
    }
  }
})

test(`anon and authenticated may insert only the columns of the sign-up form, and may not read the inserted row`, async (db) => {
  for (const role of ['anon', 'authenticated'] as const) {
    const { rows } = await db.query(
      `select column_name as name, has_column_privilege($1, 'public.early_access_users', column_name, 'insert') as may
       from information_schema.columns where table_schema = 'public' and table_name = 'early_access_users'`,
      [role],
    )
    expect(rows.filter(({ may }) => may).map(({ name }) => name)).toEqual(VISITOR_SIGNUP_COLUMNS)
    const claimed = await attempt(
      db,
      role,
      `insert into early_access_users (name, email, payment_verified) values ('Eve Black', 'eve.black@example.com', true)`,
    )
    expect(claimed).toEqual({ code: '42501' })
    const returned = await attempt(
      db,
      role,
      `insert into early_access_users (name, email) values ('Eve Black', 'eve.black@example.com') returning id`,
    )
    expect(returned).toEqual({ code: '42501' })
  }
})

test(`no API role has privileges on internal tables, or on sequences, truncate and triggers of exposed ones`, async (db) => {
  const { rows } = await db.query(
    `select c.oid::regclass::text as table, role
     from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest($1::text[]) as role
     where (n.nspname = any ($2::text[]) and c.relkind in ('r', 'p', 'v', 'S')
         and has_schema_privilege(role, n.oid, 'usage')
         and case c.relkind when 'S' then has_sequence_privilege(role, c.oid, 'usage, select, update')
           else has_table_privilege(role, c.oid, 'select, insert, update, delete, truncate, references, trigger') end)
       or (n.nspname = 'public' and c.relkind = 'r' and has_table_privilege(role, c.oid, 'truncate, references, trigger'))
       or (n.nspname = 'public' and c.relkind = 'S' and role <> 'service_role'
         and has_sequence_privilege(role, c.oid, 'usage, select, update'))`,
    [[...DATA_API_ROLES], OWN_SCHEMAS],
  )
  expect(rows).toEqual([])
})

test(`each function in the public schema can be executed only by its specified roles`, async (db) => {
  const { rows } = await db.query(
    `select p.proname as name,
       array_to_json(array(select role from unnest($1::text[]) as role where has_function_privilege(role, p.oid, 'execute'))) as roles
     from pg_proc p where p.pronamespace = 'public'::regnamespace`,
    [[...DATA_API_ROLES]],
  )
  expect(Object.fromEntries(rows.map(({ name, roles }) => [name, roles]))).toEqual(FUNCTION_EXECUTE_ROLES)
  const called = await attempt(db, 'anon', `select * from claim_mail(1, 60)`)
  expect(called).toEqual({ code: '42501' })
})
