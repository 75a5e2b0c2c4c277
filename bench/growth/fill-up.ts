import { type Kysely, type RawBuilder, sql } from 'kysely'
import { readConfig } from '../../backend/src/config.ts'
import { openDatabase } from '../../backend/src/database/open.ts'
import type { Tables } from '../../backend/src/database/tables.ts'
import type { Server } from '../server.ts'

const AT_ONCE = 50_000

/**
 * People by SQL, past triggers and limits: what is measured comes after them. Everybody's welcome was sent, every tenth has an
 * account, and mail rests, so that no worker takes part in what is measured. The server must not be running.
 */
export async function fillUp({ dataDir, databaseUrl }: Server, size: number): Promise<void> {
  const where = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir, ...where }))
  const checks = await setChecksAside(database.kysely)
  for (let first = 1; first <= size; first += AT_ONCE) {
    const last = Math.min(size, first + AT_ONCE - 1)
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
    // Or the log of it all is what the next start reads.
    await takeYourTime(database.kysely, sql`checkpoint`)
  }
  for (const check of checks)
    await sql.raw(`alter table ${check.table} add ${check.definition} not valid`).execute(database.kysely)
  await sql`update public.app_settings set value = 'true' where key = 'mail_paused'`.execute(database.kysely)
  await takeYourTime(database.kysely, sql`vacuum (analyze)`)
  await database.close()
}

/** What the disk decides about may take longer than a visitor's statement. */
async function takeYourTime(kysely: Kysely<Tables>, statement: RawBuilder<unknown>): Promise<void> {
  await kysely.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await statement.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

/** The rules that are functions take most of the time. They come back for every row after these. */
async function setChecksAside(kysely: Kysely<Tables>) {
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
