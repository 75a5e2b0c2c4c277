import type { Database } from '@site/backend/database/port/database'

/**
 * The statement that creates the trigger for `account.confirmed` events. It is not a migration, because migrations must not change the
 * schema auth, which belongs to the auth service on Supabase. There, supabase/seed.sql has the same statement.
 */
export const ACCOUNT_TRIGGER_SQL = `create trigger webhooks_account_confirmed
  after insert or update of email_confirmed_at on auth.users
  for each row execute function private.note_confirmed_account();`

const EXISTING = `
  select 1 as found from pg_catalog.pg_trigger t
  join pg_catalog.pg_class c on c.oid = t.tgrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where t.tgname = 'webhooks_account_confirmed' and c.relname = 'users' and n.nspname = 'auth'`

/** Creates the trigger of `ACCOUNT_TRIGGER_SQL` unless it exists. Safe to call from several processes concurrently. */
export async function addAccountTrigger(database: Database): Promise<void> {
  await database.scriptTransaction(async (session) => {
    if ((await session.query(EXISTING)).length > 0) return
    // The lock waits for another process that is creating the trigger. Then checks again.
    await session.script('lock table auth.users in share row exclusive mode')
    if ((await session.query(EXISTING)).length === 0) await session.script(ACCOUNT_TRIGGER_SQL)
  })
}
