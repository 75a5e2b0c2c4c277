import { randomBytes } from 'node:crypto'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { createDatabase, dropDatabase, runSql } from '../support/postgres.ts'
import { getSharedTestFixture } from '../support/shared-fixtures.ts'
import {
  createStatelessClient,
  startBackend,
  type TestBackend,
  type TestBackendOptions,
} from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminOnBackend } from './admin-run.ts'
import { createMember, type SignedInMember, signInOnNewClient } from './auth-member.ts'

/** Environment variables for a server that generates and stores its own secret key, as in most installations. */
export const GENERATED_SECRET_KEY_ENV = { SUPABASE_SECRET_KEY: '' }

/** Starts a server on an embedded database to which rows have been added that a site in use seldom has. */
export async function startSiteWithEdgeCaseRows(options: TestBackendOptions = {}): Promise<TestBackend> {
  const started = await startBackend({ ...options, env: GENERATED_SECRET_KEY_ENV })
  await started.stop()
  await addRareRows(started.dataDir)
  await started.start()
  return await withStoredSecretKey(started)
}

/** Returns the backend with the secret key that its server has stored in DATA_DIR. */
export async function withStoredSecretKey(started: TestBackend): Promise<TestBackend> {
  const secretKey = (await readFile(join(started.dataDir, 'secret-key'), 'utf8')).trim()
  return { ...started, secretKey, secretClient: () => createStatelessClient(started.url, secretKey) }
}

/** The rows of each table, by table name. Each row is JSON, and the rows are sorted, so that two databases can be compared. */
export type RowsByTable = Record<string, unknown[]>

const BOOKKEEPING = ['pg_catalog', 'information_schema', 'supabase_migrations', 'site_move']
const TABLES = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in (${BOOKKEEPING.map((schema) => `'${schema}'`).join(', ')}) order by 1`
const rowsIn = (name: string) => `select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text collate "C"`

/** Returns every row of every table of an embedded database, read directly from a copy of the database without a server. */
export async function readEmbeddedDatabaseRows(dataDir: string): Promise<RowsByTable> {
  await using copy = await createTemporaryFolder('rows-')
  await cp(join(dataDir, 'database'), join(copy.path, 'database'), { recursive: true })
  const pglite = await PGlite.create(join(copy.path, 'database'))
  await pglite.exec(`set timezone = 'UTC'`)
  const { rows: tables } = await pglite.query<{ name: string }>(TABLES)
  const found: RowsByTable = {}
  for (const { name } of tables) found[name] = (await pglite.query(rowsIn(name))).rows
  await pglite.close()
  return found
}

/** Returns every row of every table of a PostgreSQL database. */
export async function readPostgresRows(databaseUrl: string): Promise<RowsByTable> {
  const address = `${databaseUrl}?options=-c%20timezone%3DUTC`
  const found: RowsByTable = {}
  for (const { name } of (await runSql(address, TABLES)) as { name: string }[]) {
    found[name] = await runSql(address, rowsIn(name))
  }
  return found
}

/** Creates an empty target database for the move of a site. Its owner is not a superuser, as docs/data.md describes. */
export async function createTargetDatabase(): Promise<AsyncDisposable & { url: string; asSuperuser: string }> {
  const server = await getSharedTestFixture('postgres')
  for (const role of ['anon', 'authenticated', 'service_role']) {
    await runSql(server, `create role ${role} nologin`).catch(() => {}) // fails when another test has already created the role
  }
  const name = `target_${randomBytes(6).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  await runSql(server, `create role ${name} login password '${password}'`)
  await runSql(server, `grant anon, authenticated, service_role to ${name}`)
  const asSuperuser = await createDatabase(server, name, 'template0')
  await runSql(server, `alter database ${name} owner to ${name}`)
  const address = new URL(asSuperuser)
  address.username = name
  address.password = password
  return {
    url: address.href,
    asSuperuser,
    async [Symbol.asyncDispose]() {
      await dropDatabase(server, name)
      await runSql(server, `drop role ${name}`)
    },
  }
}

/**
 * Adds mails in every state, payment events, a wave, an unconfirmed sign-up, an answered message, and so many rows to one table that the
 * move to another database copies them in several batches.
 */
async function addRareRows(dataDir: string): Promise<void> {
  const pglite = await PGlite.create(join(dataDir, 'database'))
  await pglite.exec(`
    insert into public.mail_outbox (kind, recipient, data, dedupe_key, due_at, try_until, leased_until, sent_at, gave_up_at, last_error, attempts)
    values
      ('welcome_free', 'waits@guests.example.com', '{"name": "null", "odd": [null, "\\u00e9", 1e40]}', 'a', now() + interval '1 day', now() + interval '4 days', null, null, null, null, 0),
      ('welcome_paid', 'sent@guests.example.com', '{}', 'b', now() - interval '1 day', now(), now() - interval '1 day', now() - interval '1 day', null, null, 1),
      ('contact_message', null, '{"text": "tab\\t line\\n \\\\ \\" ''"}', 'c', now() - interval '9 days', now() - interval '5 days', null, null, now() - interval '5 days', 'connection refused', 20);
    insert into public.download_counts (day, platform, version, downloads)
    values ('2026-03-05', 'windows-x64', '1.0.0', 9007199254740993), ('2026-03-05', 'other', '0.0.0 (sample)', 1);
    insert into private.payment_events (id, type, order_id, payment_id, happened_at, is_unreported, inserted_id)
    values
      ('evt_1', 'paid', 'order-9', 'pi_9', now() - interval '1 day', true, gen_random_uuid()),
      ('evt_2', 'refunded', null, 'pi_8', now(), false, null);
    insert into public.waves (name, selection, size, invited) values ('first', '{"next": 5, "since": "2026-03-05T00:00:00Z"}', 5, 1);
    insert into public.early_access_users (name, email, invited_at, wave)
    values ('Mara Kalomi', 'mara.invited@guests.example.com', now() - interval '1 hour', 'first');
    insert into public.early_access_users (id, name, email, confirm_by)
    values ('3f2a9c10-0000-4000-8000-000000000001', 'Elin Kalomi', 'elin.unconfirmed@guests.example.com', now() + interval '30 days');
    insert into private.confirmation_links (hash, signup_id) values ('\\x00ff', '3f2a9c10-0000-4000-8000-000000000001');
    insert into public.hourly_counts (hour, what, label, amount) values ('2026-03-05T10:00:00Z', 'server_error', 'rest', 9007199254740993);
    select public.begin_act('Ada', 'console', 'mail pause', 'tab\\t', 'why');
    with asked as (
      insert into public.contact_messages (name, email, message, note) values ('Ada', 'asked@guests.example.com', 'Hello?', 'a note') returning id
    )
    insert into public.contact_answers (id, message_id, answer, answered_by, mail_id, created_at)
    select gen_random_uuid(), id, E'Yes.\\n"''', 'Ada', gen_random_uuid(), now() - interval '1 day' from asked;
    insert into auth.audit_log_entries (payload, created_at)
    select jsonb_build_object('number', n, 'nothing', null, 'text', repeat('ä', n % 50)), now() - make_interval(secs => n / 1000.0)
    from generate_series(1, 8000) n;`)
  await pglite.close()
}

/** The accounts, sign-up and file of a filled site, with the credentials and ids that the tests need. */
export type SiteContents = {
  member: SignedInMember
  protectedBy: string
  factorId: string
  signup: string
  file: string
}

/** Fills a site with sign-ups, messages, accounts with sessions and a factor, settings, a file and an erased person. */
export async function seedSite(backend: TestBackend, backups: string): Promise<SiteContents> {
  const operator = backend.secretClient()
  await operator.rpc('set_setting', { key: 'early_access_spots', value: '100000', reason: 'a test' })
  const [free, paid, erased] = [createTestVisitor(), createTestVisitor(), createTestVisitor()]
  for (const person of [free, { ...paid, is_paid: true, amount: 49.9, order_id: 'order-1' }, erased]) {
    expect((await backend.client().from('early_access_users').insert(person)).error).toBeNull()
  }
  for (const order_id of ['order-2', 'order-3']) {
    await backend
      .client()
      .from('early_access_users')
      .insert({ ...paid, is_paid: true, amount: 10, order_id })
  }
  const message = { ...createTestVisitor(), message: 'Tab\t, "quotes", a \\ and an emoji 😀\non two lines.' }
  expect((await backend.client().functions.invoke('send-contact-email', { body: message })).error).toBeNull()
  const member = await createMember(backend)
  const guarded = await createMember(backend)
  const { data, error } = await guarded.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  const challenged = await guarded.client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: codeOf(data.totp.secret, -1),
  })
  expect(challenged.error).toBeNull()
  const file = 'a folder/installer.bin'
  expect((await operator.storage.from('downloads').upload(file, randomBytes(300_000))).error).toBeNull()
  const { code } = await runAdminOnBackend(backend, ['privacy', 'erase', erased.email, '--yes', '--backups', backups])
  expect(code).toBe(0)
  return { member, protectedBy: data.totp.secret, factorId: data.id, signup: free.email, file }
}

/**
 * Asserts that sessions, passwords, the number of spots, files and the uniqueness of addresses work on the new database as before
 * the move.
 */
export async function expectSiteContents(backend: TestBackend, { member, signup, file }: SiteContents): Promise<void> {
  const spots = async () => {
    const { data } = await backend
      .client()
      .from('app_settings')
      .select('value')
      .eq('key', 'early_access_spots')
      .single()
    return Number(data?.value)
  }
  const before = await spots()
  const found = await backend.client().auth.getUser(member.session.access_token)
  expect([found.error, found.data.user?.id]).toEqual([null, member.user.id])
  const again = await signInOnNewClient(backend, member)
  expect(again.user.id).toBe(member.user.id)
  const { error: taken } = await backend
    .client()
    .from('early_access_users')
    .insert({ name: 'Mara Kalomi', email: signup })
  expect(taken?.code).toBe('23505')
  expect((await backend.client().from('early_access_users').insert(createTestVisitor())).error).toBeNull()
  expect(await spots()).toBe(before - 1)
  const { data } = await backend.client().storage.from('downloads').download(file)
  expect(data?.size).toBe(300_000)
}

/** Asserts that a session continues: the auth service accepts its refresh token. Returns the next refresh token. */
export async function expectSessionToContinue(backend: TestBackend, refresh_token: string): Promise<string> {
  const { data, error } = await backend.client().auth.refreshSession({ refresh_token })
  expect(error).toBeNull()
  return data.session?.refresh_token ?? ''
}

function codeOf(secret: string, steps: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}
