import { runSql } from '../../tests/support/postgres.ts'
import type { BenchmarkServer } from '../server.ts'

const WITHOUT_TRIGGERS = encodeURIComponent('-c session_replication_role=replica')

/**
 * Inserts sign-ups by SQL, bypassing triggers and rate limits. Marks their welcome mails as sent, gives every tenth an account, and pauses
 * mail, so that no background worker affects the measurement.
 */
export async function seedSignups({ databaseUrl }: BenchmarkServer, size: number): Promise<void> {
  const url = `${databaseUrl}&options=${WITHOUT_TRIGGERS}`
  await runSql(
    url,
    `with signup as (
      insert into public.early_access_users (name, email, created_at)
      select 'Mara Kalomi', 'mara.' || n || '@guests.example.com', now() - interval '2 hours' - (${size} - n) * interval '5 seconds'
      from generate_series(1, ${size}) as n
      returning id, email, created_at
    )
    insert into public.mail_outbox (kind, recipient, dedupe_key, attempts, due_at, try_until, sent_at, created_at)
    select 'welcome_free', email, 'welcome_free:' || id, 1, created_at, created_at + interval '3 days', created_at, created_at
    from signup`,
  )
  await runSql(
    url,
    `with account as (
      insert into auth.users (email, email_confirmed_at, encrypted_password, created_at)
      select 'mara.' || n || '@guests.example.com', now(), 'of nobody', now()
      from generate_series(1, ${size}, 10) as n
      returning id, email
    )
    insert into auth.identities (user_id, provider, provider_id, identity_data)
    select id, 'email', id::text, jsonb_build_object('sub', id, 'email', email) from account`,
  )
  await runSql(databaseUrl, `update public.app_settings set value = 'true' where key = 'mail_paused'`)
  await runSql(databaseUrl, 'vacuum (analyze)')
  await runSql(databaseUrl, 'checkpoint')
}
