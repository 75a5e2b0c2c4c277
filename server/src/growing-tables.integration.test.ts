import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createDatabase, dropDatabase, runSql } from '../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../tests/support/shared-fixtures.ts'

/**
 * The tables to which anyone can add rows: the most that one IP address with the default limits can add in an hour, and what deletes them.
 * Retention deletes 500 rows a statement, the sweep of the auth service 2,000 (`packages/backend/src/auth/auth-cleanup.ts`).
 */
const GROWING = {
  'public.early_access_users': { rows: '240', end: 'retention if unconfirmed, erasure' },
  'public.contact_messages': { rows: '40', end: 'retention' },
  'public.mail_outbox': { rows: '310', end: 'retention' },
  'public.webhook_outbox': { rows: '280 for each target', end: 'retention' },
  'private.attempts': { rows: '1,400', end: 'later attempts' },
  'private.confirmation_links': { rows: '360', end: 'retention' },
  'private.held_spots': { rows: '120', end: 'sign-up, confirmation' },
  'auth.users': { rows: '30 (a mail each), 300 of all', end: 'sweep' },
  'auth.identities': { rows: '30', end: 'account' },
  'auth.address_claims': { rows: '30', end: 'account, confirmation' },
  'auth.one_time_tokens': { rows: '30, one of a kind for an account', end: 'sweep' },
  'auth.sessions': { rows: '3,600, 100 for an account', end: 'oldest at sign-in, sweep' },
  'auth.refresh_tokens': { rows: '3,600, 1,000 used ones for a session', end: 'session, sweep' },
  'auth.mfa_amr_claims': { rows: '3,600, one of a method for a session', end: 'session' },
  'auth.mfa_factors': { rows: '360, 10 for an account', end: 'account, sweep' },
  'auth.mfa_challenges': { rows: '900', end: 'sweep' },
  'auth.webauthn_credentials': { rows: '360', end: 'account' },
  'auth.webauthn_challenges': { rows: '1,260', end: 'sweep' },
  'auth.flow_state': { rows: '390', end: 'sweep' },
  'auth.known_devices': { rows: '3,600, 20 for an account', end: 'oldest at sign-in, sweep' },
  'auth.audit_log_entries': { rows: '8,000, 1,000 for an account', end: 'oldest at the next, sweep' },
  'auth.rate_buckets': { rows: '10,000', end: 'sweep' },
}

/** The tables to which only operators and the server add rows; of the two counts, only a bounded number. */
const OF_OPERATORS_AND_SERVER = [
  'public.app_settings',
  'public.setting_changes',
  'public.contact_answers',
  'public.operator_acts',
  'public.waves',
  'private.erased_people',
  'private.hash_keys',
  'private.mail_server',
  'private.payment_events',
  'private.webhook_targets',
  'storage.buckets',
  'storage.objects',
  'supabase_migrations.platform',
  'supabase_migrations.schema_migrations',
  'public.download_counts',
  'public.hourly_counts',
]
const SLOW = 120_000
const named = v.array(v.object({ name: v.string() }))

async function queryNames(statement: string): Promise<string[]> {
  const server = await getSharedTestFixture('postgres')
  const database = `growing_tables_${process.pid}`
  const address = await createDatabase(server, database, await getSharedTestFixture('database-template'))
  try {
    return v.parse(named, await runSql(address, statement)).map(({ name }) => name)
  } finally {
    await dropDatabase(server, database)
  }
}

test(
  'every table of the database has a bound and an end of its rows, or is one to which only operators and the server add rows',
  async () => {
    const catalogue = await queryNames(`
      select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`)
    expect([...Object.keys(GROWING), ...OF_OPERATORS_AND_SERVER].toSorted()).toEqual(catalogue.toSorted())
  },
  SLOW,
)

test(
  'every foreign key whose rows follow a deletion has an index, so that a deletion reads no whole table',
  async () => {
    const lacking = await queryNames(`
      select k.conrelid::regclass || '.' || a.attname as name from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.contype = 'f' and k.confdeltype in ('c', 'n', 'd', 'a', 'r') and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`)
    expect(lacking).toEqual([])
  },
  SLOW,
)
