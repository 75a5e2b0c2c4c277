import { type Kysely, type RawBuilder, sql } from 'kysely'
import { readConfig } from '../../backend/src/config.ts'
import { openDatabase } from '../../backend/src/database/open.ts'
import type { DatabaseTables } from '../../backend/src/database/port/tables.ts'
import type { BenchmarkServer } from '../server.ts'

const BATCH_SIZE = 50_000

/**
 * Inserts sign-ups by SQL, bypassing triggers and rate limits. Marks their welcome mails as sent, gives every tenth an account, and pauses
 * mail, so that no background worker affects the measurement. The server must not be running.
 */
export async function seedSignups({ dataDir, databaseUrl }: BenchmarkServer, size: number): Promise<void> {
  const where = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir, ...where }))
  const checks = await dropCheckConstraints(database.kysely)
  for (let first = 1; first <= size; first += BATCH_SIZE) {
    const last = Math.min(size, first + BATCH_SIZE - 1)
    await database.transaction(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`
        with signup as (
          insert into public.early_access_users (name, email, created_at)
          select 'Mara Kalomi', 'mara.' || n || '@guests.example.com', now() - interval '2 hours' - (${size}::bigint - n) * interval '5 seconds'
          from generate_series(${first}::bigint, ${last}::bigint) as n
          returning id, email, created_at
        )
        insert into public.mail_outbox (kind, recipient, dedupe_key, attempts, due_at, try_until, sent_at, created_at)
        select 'welcome_free', email, 'welcome_free:' || id, 1, created_at, created_at + interval '3 days', created_at, created_at
        from signup`.execute(tx)
      await sql`
        with account as (
          insert into auth.users (email, email_confirmed_at, encrypted_password, created_at)
          select 'mara.' || n || '@guests.example.com', now(), 'of nobody', now()
          from generate_series(${first}::bigint, ${last}::bigint, 10) as n
          returning id, email
        )
        insert into auth.identities (user_id, provider, provider_id, identity_data)
        select id, 'email', id::text, jsonb_build_object('sub', id, 'email', email) from account`.execute(tx)
    })
    // Without this checkpoint, the next start of the server would replay the write-ahead log of all inserted batches.
    await withoutTimeout(database.kysely, sql`checkpoint`)
  }
  for (const check of checks)
    await sql.raw(`alter table ${check.table} add ${check.definition} not valid`).execute(database.kysely)
  await sql`update public.app_settings set value = 'true' where key = 'mail_paused'`.execute(database.kysely)
  await withoutTimeout(database.kysely, sql`vacuum (analyze)`)
  await database.close()
}

/**
 * Runs a statement without `statement_timeout`, because checkpoint and vacuum depend on the speed of the disk and may exceed the
 * timeout.
 */
async function withoutTimeout(kysely: Kysely<DatabaseTables>, statement: RawBuilder<unknown>): Promise<void> {
  await kysely.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await statement.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

/**
 * Drops the check constraints, because evaluating them takes most of the time of the inserts. Returns the constraints so that they
 * can be added again as NOT VALID.
 */
async function dropCheckConstraints(kysely: Kysely<DatabaseTables>) {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select format('public.%I', c.relname) as table, quote_ident(k.conname) as name,
      format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'c' and k.conrelid in ('public.early_access_users'::regclass, 'public.mail_outbox'::regclass)`.execute(
    kysely,
  )
  for (const { table, name } of rows) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(kysely)
  return rows
}
