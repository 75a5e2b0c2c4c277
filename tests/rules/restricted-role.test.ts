import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { array, number, object, parse } from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../support/postgres.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

// Tests the site with a database role that is not a superuser and has exactly the privileges that deploy/postgresql.sql gives. PostgreSQL
// may evaluate a condition also for rows that another condition excludes: a cast of a table name to regclass then fails for each
// table on which the role has no privilege. Whether that happens depends on the query plan, and the plan on statistics that
// autovacuum collects minutes after the first start. The tests therefore force different plans.

const counted = object({ rows: array(object({ triggers: number() })) })
const DOCS = join(import.meta.dirname, '../../docs/data.md')
const SCRIPT = join(import.meta.dirname, '../../deploy/postgresql.sql')
const PLAN_TYPES = ['hashjoin', 'nestloop', 'mergejoin', 'indexscan', 'seqscan']

/** The query plan types to disable at each of twenty server starts: all but one type, then one type, then two types. */
const ALL_FORBIDDEN = [
  ...PLAN_TYPES.map((way) => PLAN_TYPES.filter((other) => other !== way)),
  ...PLAN_TYPES.map((way) => [way]),
  ...PLAN_TYPES.flatMap((way, index) => PLAN_TYPES.slice(index + 1).map((other) => [way, other])),
]

/**
 * The plan types to disable at each server start of this run: the first two entries (only hash joins, only nested loops), or all twenty in
 * `npm run rehearse -- postgres`.
 */
const FORBIDDEN = process.env['PLAIN_ROLE_PLANS'] === 'all' ? ALL_FORBIDDEN : ALL_FORBIDDEN.slice(0, 2)

type Cluster = {
  /** Connects to the given database as the superuser. */
  asSuperuser(database?: string): Promise<(statements: string) => Promise<unknown>>
  /** The connection string for the site's database with the site's role. */
  url: string
}

async function aCluster(): Promise<Cluster> {
  const server = await startPostgres()
  onTestFinished(() => server[Symbol.asyncDispose]())
  const address = new URL(server.url)
  address.username = 'site'
  address.password = 'unused'
  address.pathname = '/site'
  return {
    url: address.href,
    async asSuperuser(database = 'postgres') {
      const url = new URL(server.url)
      url.pathname = `/${database}`
      const client = new Client({ connectionString: url.href })
      client.on('error', () => {}) // an error is expected, because the PostgreSQL server stops before this connection is closed
      await client.connect()
      onTestFinished(() => client.end())
      return (statements) => client.query(statements)
    },
  }
}

/** Returns the statements of deploy/postgresql.sql, which docs/data.md names: the roles and the database. */
async function documentedStatements(): Promise<string[]> {
  expect(await readFile(DOCS, 'utf8')).toContain('psql --file=deploy/postgresql.sql')
  const script = (await readFile(SCRIPT, 'utf8')).replaceAll(/^--.*$/gm, '')
  // A database cannot be created in a transaction, and a query with several statements is one.
  return script.split(/(?<=;)\n(?=create|grant|do)/)
}

/** Uses every feature that queries the system catalogue: the data API, realtime and metrics. */
async function useOnce(backend: TestBackend) {
  const client = backend.client()
  const changes: unknown[] = []
  const subscribed = Promise.withResolvers<void>()
  client
    .channel('spots')
    .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'app_settings' }, ({ new: row }) =>
      changes.push(row),
    )
    .subscribe((status) => status === 'SUBSCRIBED' && subscribed.resolve())
  await subscribed.promise
  const operator = backend.secretClient()
  await operator.from('app_settings').update({ value: '9' }).eq('key', 'early_access_spots')
  const { data } = await client.from('app_settings').select('key').single()
  expect(data).toEqual({ key: 'early_access_spots' })
  expect((await client.from('early_access_users').insert(createTestVisitor())).status).toBe(201)
  await expect.poll(() => changes.length).toBeGreaterThan(0)
  // Removing the last channel closes the WebSocket; otherwise the server's shutdown would wait ten seconds for it.
  await client.removeAllChannels()
  const numbers = await fetch(`${backend.url}/metrics`, { headers: { apikey: backend.secretKey } })
  expect(await numbers.text()).toContain('database_up 1')
  expect(backend.log()).not.toContain('permission denied')
}

async function aSite({ url }: Cluster) {
  const folder = await createTemporaryFolder('data-')
  onTestFinished(() => folder[Symbol.asyncDispose]())
  const backend = await startBackend({ databaseUrl: url, dataDir: folder.path })
  onTestFinished(() => backend[Symbol.asyncDispose]())
  return backend
}

test(`with only the documented database privileges, the site starts and works under ${FORBIDDEN.length} different query planner settings`, async () => {
  const cluster = await aCluster()
  const onServer = await cluster.asSuperuser()
  for (const statement of await documentedStatements()) await onServer(statement)
  const onSite = await cluster.asSuperuser('site')
  const backend = await aSite(cluster)
  await useOnce(backend)

  for (const [index, forbidden] of FORBIDDEN.entries()) {
    await backend.stop()
    await onSite(index % 2 === 0 ? 'analyze' : 'vacuum (full, analyze)')
    await onSite('alter role site reset all')
    // Before PostgreSQL 18, a disabled plan type has a high estimated cost. PostgreSQL JIT-compiles queries with a high cost,
    // which takes seconds.
    await onSite('alter role site set jit = off')
    for (const way of forbidden) await onSite(`alter role site set enable_${way} = off`)
    // At its start, the server adds the notification trigger to a newly published table and removes it from a table that is no
    // longer published. Both must work with this role.
    await onSite(
      index % 2 === 0
        ? 'create table published (id int); alter table published owner to site; alter publication supabase_realtime add table published'
        : 'alter publication supabase_realtime drop table published',
    )
    await backend.start()
    await useOnce(backend)
    const { rows } = await announced(onSite)
    expect(rows, `without ${forbidden}`).toEqual(index % 2 === 0 ? [{ triggers: 1 }] : [{ triggers: 0 }])
    if (index % 2 === 1) await onSite('drop table published')
  }
})

test('the site starts with a database role that may create roles, and again after that privilege is revoked', async () => {
  const cluster = await aCluster()
  const onServer = await cluster.asSuperuser()
  await onServer('create role site login createrole')
  await onServer(`create database site owner site template template0 encoding 'UTF8'`)
  const backend = await aSite(cluster)
  await useOnce(backend)
  await backend.stop()
  await onServer('alter role site nocreaterole')
  const onSite = await cluster.asSuperuser('site')
  await onSite('vacuum (full, analyze)')
  await backend.start()
  await useOnce(backend)
})

async function announced(onSite: (statements: string) => Promise<unknown>) {
  return parse(
    counted,
    await onSite(`
      select count(t.oid)::int as triggers from pg_class c
      left join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'realtime_announce'
      where c.relname = 'published'`),
  )
}
