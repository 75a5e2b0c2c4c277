import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../support/sql-session.ts'

const ROOT = join(import.meta.dirname, '../..')
const MIGRATIONS = join(ROOT, 'supabase/migrations')
const SCHEMAS = join(ROOT, 'supabase/schemas')
const PLATFORM = join(ROOT, 'packages/backend/src/database/migrations/platform')

async function scriptsIn(folder: string): Promise<{ file: string; sql: string }[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(files.map(async (file) => ({ file, sql: await readFile(join(folder, file), 'utf8') })))
}

/** SQL that gives a role the privileges of the user that runs migrations on Supabase: not a superuser, but owner of the public schema. */
const supabaseUser = `
  create role migrator nologin noinherit bypassrls;
  grant create on database DATABASE to migrator;
  grant create, usage on schema public to migrator with grant option;
  alter schema public owner to migrator;
  grant usage on schema storage, auth, realtime to migrator;
  grant select, insert, update, delete on storage.buckets, storage.objects to migrator;
  alter publication supabase_realtime owner to migrator;
  alter default privileges for role migrator in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role migrator in schema public grant all on functions to anon, authenticated, service_role;`

test(`the migrations run with the privileges of Supabase's restricted user on the schemas that Supabase provides`, async () => {
  await using db = await openTestDatabase(true)
  for (const { sql } of await scriptsIn(PLATFORM)) await db.script(sql)
  const { rows } = await db.query('select quote_ident(current_database()) as name')
  await db.script(`drop role if exists migrator; ${supabaseUser.replace('DATABASE', String(rows[0]?.['name']))}`)
  for (const { file, sql } of await scriptsIn(MIGRATIONS)) {
    await db.script(`begin; set local role migrator;\n${sql}\n;commit`).catch((cause: unknown) => {
      throw new Error(`${file}: ${cause instanceof Error ? cause.message : cause}`, { cause })
    })
  }
  await db.script('begin; set local role anon')
  await db.script(`insert into early_access_users (name, email) values ('Ada Lovelace', 'ada.lovelace@example.com')`)
  expect((await db.query('select value from app_settings')).rows).toEqual([{ value: '9' }])
  await db.script('rollback; drop owned by migrator cascade; drop role migrator')
})

test(`every policy, function and table of the public and private schemas has a comment`, async () => {
  await using db = await openTestDatabase()
  const { rows } = await db.query(`
      select 'function ' || p.oid::regprocedure as what from pg_proc p
      where p.pronamespace::regnamespace::text in ('public', 'private') and obj_description(p.oid, 'pg_proc') is null
      union all
      select 'table ' || c.oid::regclass from pg_class c
      where c.relnamespace::regnamespace::text in ('public', 'private') and c.relkind in ('r', 'v')
        and obj_description(c.oid, 'pg_class') is null
      union all
      select format('policy %s on %s', polname, polrelid::regclass) from pg_policy
      where obj_description(oid, 'pg_policy') is null`)
  expect(rows).toEqual([])
})

test(`every time column has a time zone, and every security definer function has an empty search_path`, async () => {
  await using db = await openTestDatabase()
  const { rows } = await db.query(`
      select format('%s.%s %s', c.oid::regclass, a.attname, a.atttypid::regtype) as what
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace::regnamespace::text in ('public', 'private', 'storage', 'auth') and c.relkind = 'r'
        and a.attnum > 0 and a.atttypid in ('timestamp'::regtype, 'time'::regtype)
      union all
      select p.oid::regprocedure::text from pg_proc p
      where p.prosecdef and p.pronamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime')
        and not coalesce(p.proconfig, '{}') @> array['search_path=""']`)
  expect(rows).toEqual([])
})

test(`every database function that disables a planner method, such as seqscan, also disables JIT`, async () => {
  await using db = await openTestDatabase()
  const { rows } = await db.query(`
      select p.oid::regprocedure::text as what, p.proconfig @> array['jit=off'] as is_kept_plain from pg_proc p
      where p.pronamespace::regnamespace::text in ('public', 'private') and p.proconfig::text ~ 'enable_\\w+=(off|false|no|0)'`)
  expect(rows).not.toEqual([])
  expect(rows.filter(({ is_kept_plain }) => is_kept_plain !== true)).toEqual([])
})

test('seed.sql schedules the jobs of a Supabase project once its Vault has the secrets, and can be run again', async () => {
  await using db = await openTestDatabase()
  const seed = await readFile(join(ROOT, 'supabase/seed.sql'), 'utf8')
  await db.script(`
    create schema vault; create table vault.decrypted_secrets (name text, decrypted_secret text);
    create schema net; create schema cron; create table cron.job (name text primary key, schedule text, command text);
    create function cron.schedule(name text, schedule text, command text) returns bigint language sql
      as 'insert into cron.job values ($1, $2, $3) on conflict (name) do update set command = $3 returning 1::bigint'`)
  const jobs = async () => (await db.query('select name, schedule from cron.job order by name')).rows
  await db.script(seed)
  expect(await jobs()).toEqual([])
  await db.script(
    `insert into vault.decrypted_secrets values ('project_url', 'https://x.supabase.co'), ('secret_key', 'sb_secret')`,
  )
  for (let run = 0; run < 2; run++) await db.script(seed)
  expect(await jobs()).toEqual([
    { name: 'deliver-mail', schedule: '* * * * *' },
    { name: 'deliver-webhooks', schedule: '* * * * *' },
    { name: 'retention', schedule: '17 * * * *' },
  ])
  const { rows } = await db.query(
    `select tgname as name from pg_trigger where tgrelid = 'auth.users'::regclass and not tgisinternal`,
  )
  expect(rows).toContainEqual({ name: 'webhooks_account_confirmed' })
})

test('every migration file name has a unique timestamp and a description', async () => {
  const files = await readdir(MIGRATIONS)
  for (const file of files) expect(file).toMatch(/^20\d{12}_[a-z][a-z_]+\.sql$/)
  expect(new Set(files.map((file) => file.slice(0, 14))).size).toBe(files.length)
})

test('migrations create no roles or extensions and change no object in the schemas that Supabase manages', async () => {
  for (const { file, sql } of [...(await scriptsIn(MIGRATIONS)), ...(await scriptsIn(SCHEMAS))]) {
    const statements = sql.replace(/--.*$/gm, '')
    expect([file, statements.match(/\b(create|alter|drop) (role|user|extension|publication \w+ (?!add))\b/i)]).toEqual([
      file,
      null,
    ])
    expect([file, statements.match(/\b(create|alter|drop)\b[^;]*?\b(auth|realtime|storage)\.\w+/i)]).toEqual([
      file,
      null,
    ])
  }
})
