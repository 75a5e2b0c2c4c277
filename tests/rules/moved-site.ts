import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createDatabase, dropDatabase, runSql } from '../support/postgres.ts'
import { getSharedTestFixture } from '../support/shared-fixtures.ts'
import {
  createStatelessClient,
  startBackend,
  type TestBackend,
  type TestBackendOptions,
} from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminOnBackend } from './admin-run.ts'
import { addTotpFactor, createMember, type SignedInMember, signInOnNewClient } from './auth-member.ts'

/** Environment variables for a server that generates and stores its own secret key, as in most installations. */
export const GENERATED_SECRET_KEY_ENV = { SUPABASE_SECRET_KEY: '' }

/** Starts a server on its own PostgreSQL with thousands of rows. */
export async function startSiteWithManyRows(options: TestBackendOptions = {}): Promise<TestBackend> {
  const started = await startBackend({ ownDatabase: true, ...options, env: GENERATED_SECRET_KEY_ENV })
  await runSql(
    started.databaseUrl,
    `insert into auth.audit_log_entries (payload, created_at)
     select jsonb_build_object('number', n, 'nothing', null, 'text', repeat('ä', n % 50)), now() - make_interval(secs => n / 1000.0)
     from generate_series(1, 8000) n`,
  )
  return await withStoredSecretKey(started)
}

/** Returns the backend with the secret key that its server has stored in DATA_DIR. */
export async function withStoredSecretKey(started: TestBackend): Promise<TestBackend> {
  const secretKey = (await readFile(join(started.dataDir, 'secret-key'), 'utf8')).trim()
  return { ...started, secretKey, secretClient: () => createStatelessClient(started.url, secretKey) }
}

/** The rows of each table, by table name. Each row is JSON, and the rows are sorted, so that two databases can be compared. */
export type RowsByTable = Record<string, unknown[]>

const BOOKKEEPING = ['pg_catalog', 'information_schema', 'supabase_migrations', 'site_move', 'site_origin']
const TABLES = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in (${BOOKKEEPING.map((schema) => `'${schema}'`).join(', ')}) order by 1`
const rowsIn = (name: string) => `select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text collate "C"`

/** Returns every row of every table of a PostgreSQL database. */
export async function readPostgresRows(databaseUrl: string): Promise<RowsByTable> {
  const address = new URL(databaseUrl)
  address.searchParams.set('options', '-c timezone=UTC')
  const found: RowsByTable = {}
  for (const { name } of (await runSql(address.href, TABLES)) as { name: string }[]) {
    found[name] = await runSql(address.href, rowsIn(name))
  }
  return found
}

/** Creates an empty target database for the move of a site. Its owner is not a superuser, as docs/data.md describes. */
export async function createTargetDatabase(): Promise<AsyncDisposable & { url: string; asSuperuser: string }> {
  const server = await getSharedTestFixture('postgres')
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
 * Creates a table of the operator in a site and in the target of its move, with one row that the target accepts only after an hour, so that
 * a move stops there, in the middle of the copy. `release` makes the target accept it at once.
 */
export async function createObstacle(siteUrl: string, target: { url: string; asSuperuser: string }) {
  await runSql(siteUrl, 'create table public.obstacle as select 1 as number')
  await runSql(
    target.url,
    'create table public.obstacle (number integer constraint late check (pg_sleep(3600) is not null))',
  )
  const copies = `from pg_stat_activity where datname = current_database() and state = 'active' and query ~ '^copy .*obstacle'`
  const isReached = async () => (await runSql(target.asSuperuser, `select ${copies}`)).length > 0
  return {
    /** Resolves when the move has reached the table: the site rejects writes, and other tables are copied. */
    async reached() {
      await expect.poll(isReached, { timeout: 120_000 }).toBe(true)
    },
    /** Cancels the COPY of a stopped move in the target. PostgreSQL detects a closed connection only when it reads from it, and here it sleeps. */
    async cancel() {
      await runSql(target.asSuperuser, `select pg_cancel_backend(pid) ${copies}`)
      await expect.poll(isReached).toBe(false)
    },
    release: () => runSql(target.url, 'alter table public.obstacle drop constraint late'),
  }
}

/** The accounts, sign-up and file of a filled site, with the credentials and ids that the tests need. */
export type SiteContents = {
  member: SignedInMember
  protectedBy: string
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
  const factor = await addTotpFactor(guarded.client, 'Phone', -1)
  const file = 'a folder/installer.bin'
  expect((await operator.storage.from('downloads').upload(file, randomBytes(300_000))).error).toBeNull()
  const { code } = await runAdminOnBackend(backend, ['privacy', 'erase', erased.email, '--yes', '--backups', backups])
  expect(code).toBe(0)
  return { member, protectedBy: factor.secret, signup: free.email, file }
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
