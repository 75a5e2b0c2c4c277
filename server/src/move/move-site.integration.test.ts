import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@site/backend/config'
import { migrateDatabase } from '@site/backend/database/migrations/migrate'
import { openDatabase } from '@site/backend/database/open'
import type { Database } from '@site/backend/database/port/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, dropDatabase, runSql } from '../../../tests/support/postgres.ts'
import { getSharedTestFixture } from '../../../tests/support/shared-fixtures.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { SITE_MIGRATIONS } from '../migrations.ts'
import { moveSite } from './move-site.ts'
import { settleMove } from './settle-move.ts'
import { recordFinishedMove, writeMoveState } from './state.ts'

const SLOW = 300_000

let folder: TemporaryFolder
let server: string
let sourceUrl: string
let targetUrl: string
let source: Database

beforeAll(async () => {
  server = await getSharedTestFixture('postgres')
}, SLOW)

beforeEach(async () => {
  await end()
  folder = await createTemporaryFolder('move-')
  const template = await getSharedTestFixture('database-template')
  const name = () => `move_${randomBytes(6).toString('hex')}`
  sourceUrl = await createDatabase(server, name(), template)
  targetUrl = await createDatabase(server, name())
  source = await openDatabase({ databaseUrl: sourceUrl, dataDir: folder.path })
  await insertSignup()
}, SLOW)
afterAll(() => end(), SLOW)

async function end(): Promise<void> {
  await source?.close()
  for (const url of [sourceUrl, targetUrl]) if (url) await dropDatabase(server, new URL(url).pathname.slice(1))
  await folder?.[Symbol.asyncDispose]()
}

const insertSignup = () =>
  runSql(
    sourceUrl,
    `insert into public.early_access_users (name, email) values ('Mara Kalomi', gen_random_uuid() || '@guests.example.com')`,
  )

type Options = { to?: string; dataDir?: string; dryRun?: boolean; signal?: AbortSignal; step?: (name: string) => void }

function move({
  to = targetUrl,
  dataDir = folder.path,
  dryRun = false,
  signal = new AbortController().signal,
  step = () => {},
}: Options = {}) {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: sourceUrl })
  return moveSite({ source, config, to, access: null, dryRun, progress: { step, advance: () => {}, signal } })
}

/** Asserts that the site takes changes, and that nothing of a move is left in it. */
async function expectSourceUnchanged(): Promise<void> {
  await insertSignup()
  expect(await runSql(sourceUrl, `select from pg_namespace where nspname = 'site_move'`)).toEqual([])
}

/** Asserts that the target has no table of the site. */
async function expectTargetEmpty(): Promise<void> {
  expect(await runSql(targetUrl, `select nspname from pg_namespace where nspname in ('auth', 'site_move')`)).toEqual([])
}

const settle = (databaseUrl: string | null) => settleMove(source, { databaseUrl, dataDir: folder.path })
const setState = (side: 'leaving' | 'left' | 'arriving', id: string) =>
  source.scriptTransaction((session) => writeMoveState(session, { id, side, other: 'db.example:5432/site' }))

test('a move is refused into the database that the site runs on, also under another address', async () => {
  for (const dryRun of [true, false]) {
    await expect(move({ to: `${sourceUrl}?application_name=other`, dryRun })).rejects.toThrow(
      'The target is the database that the site runs on now.',
    )
  }
  await expectSourceUnchanged()
})

test('a move is refused into a database with people, one of a newer program, and one where the role may not create schemas', async () => {
  const migrated = await openDatabase({ databaseUrl: targetUrl, dataDir: folder.path })
  await migrateDatabase(migrated, SITE_MIGRATIONS)
  await migrated.close()
  await runSql(
    targetUrl,
    `insert into public.early_access_users (name, email) values ('Ada Kalomi', 'ada@guests.example.com')`,
  )
  await runSql(targetUrl, `insert into supabase_migrations.schema_migrations (version) values ('99991231235959')`)
  const role = `weak_${randomBytes(4).toString('hex')}`
  await runSql(server, `create role ${role} login password 'secret-word'`)
  const empty = await createDatabase(server, role)
  for (const dryRun of [true, false]) {
    await expect(move({ dryRun })).rejects.toThrow('is not empty: it holds 1 sign-up. Name an empty database.')
    await runSql(
      targetUrl,
      'begin; set local session_replication_role = replica; delete from public.early_access_users; commit',
    )
    await expect(move({ dryRun })).rejects.toThrow('was changed by a newer version of this program')
    await runSql(
      targetUrl,
      `insert into public.early_access_users (name, email) values ('Ada Kalomi', 'ada@guests.example.com')`,
    )
    const weak = Object.assign(new URL(empty), { username: role, password: 'secret-word' }).href
    await expect(move({ to: weak, dryRun })).rejects.toThrow(/permission denied/)
  }
  await dropDatabase(server, role)
  await runSql(server, `drop role ${role}`)
  await expectSourceUnchanged()
})

test('a move is refused without a table of the operator in the target, before the site rejects writes', async () => {
  await runSql(sourceUrl, 'create table public.own_notes as select 1 as number')
  await expect(move({ dryRun: true })).rejects.toThrow('The target has no table public.own_notes')
  await expectTargetEmpty()
  await runSql(targetUrl, 'create table public.own_notes (number integer)')
  await move()
  expect(await runSql(targetUrl, 'select number from public.own_notes')).toEqual([{ number: 1 }])
})

test('of two moves at once, also into other targets, one is refused and the other finishes', async () => {
  const other = await createDatabase(server, `other_${randomBytes(4).toString('hex')}`)
  const holder = await openDatabase({ databaseUrl: sourceUrl, dataDir: folder.path })
  const { moves } = await holder.scriptTransaction(async (session) => {
    // While this lock is held, no move can make the site reject writes, so that none finishes before the other begins.
    await session.script('lock table public.early_access_users in share mode')
    const moves = [move(), move({ to: other })]
    await expect(Promise.race(moves)).rejects.toThrow('Another process is moving this database.')
    return { moves }
  })
  const outcomes = await Promise.allSettled(moves)
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await holder.close()
  await dropDatabase(server, new URL(other).pathname.slice(1))
})

test('after a move, the source rejects writes, a further move is refused, and the target accepts writes', async () => {
  await move()
  await expect(insertSignup()).rejects.toThrow('takes no changes')
  const { pathname, host } = new URL(targetUrl)
  await expect(move()).rejects.toThrow(`This site was already moved to ${host}${pathname}.`)
  await expect(insertSignup()).rejects.toThrow('takes no changes')
  await runSql(targetUrl, 'update public.early_access_users set name = name')
})

for (const step of ['Checking the files', 'Reading the tables', 'Copying the rows', 'Comparing every table']) {
  test(`a move that is aborted at the step "${step}" leaves both databases unchanged`, async () => {
    const stopping = new AbortController()
    const stop = (name: string) => name === step && stopping.abort(new Error('stopped'))
    await runSql(
      sourceUrl,
      `insert into storage.objects (bucket_id, name) select id, 'file' from storage.buckets limit 1`,
    )
    await expect(move({ signal: stopping.signal, step: stop })).rejects.toThrow('stopped')
    await expectSourceUnchanged()
    await expectTargetEmpty()
  })
}

for (const side of ['source', 'target'] as const) {
  test(`a move that loses its connections to the ${side} leaves both databases unchanged`, async () => {
    const name = new URL(side === 'source' ? sourceUrl : targetUrl).pathname.slice(1)
    await runSql(sourceUrl, 'create table public.own_notes as select 1 as number')
    await runSql(
      targetUrl,
      'create table public.own_notes (number integer check (pg_advisory_xact_lock(1) is not null))',
    )
    const cut = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like $2'
    const holder = await openDatabase({ databaseUrl: targetUrl, dataDir: folder.path })
    const { moved } = await holder.scriptTransaction(async (session) => {
      // The target waits for this lock before it accepts the row, so that the move cannot finish before its connections are cut.
      await session.query('select pg_advisory_xact_lock(1)')
      const moved = move().then(() => 'moved', String)
      await expect.poll(() => runSql(server, cut, [name, 'copy %own_notes%'])).not.toEqual([])
      return { moved }
    })
    expect(await moved).toContain('The database is not reachable.')
    await holder.close()
    await expectSourceUnchanged()
    await expectTargetEmpty()
  })
}

test('a move that loses its connection to the source after it was recorded as finished leaves the source rejecting writes', async () => {
  await runSql(sourceUrl, 'create table public.own_notes as select 1 as number')
  await runSql(targetUrl, 'create table public.own_notes (number integer check (pg_advisory_xact_lock(1) is not null))')
  const isCopying = `select from pg_stat_activity where datname = $1 and query like 'copy %own_notes%'`
  const cut = `
    select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and datname = $1`
  const { pathname } = new URL(targetUrl)
  const target = await openDatabase({ databaseUrl: targetUrl, dataDir: folder.path })
  const moved = await source.scriptTransaction(async (from) => {
    const running = await target.scriptTransaction(async (into) => {
      // The target waits for this lock before it accepts the row.
      await into.query('select pg_advisory_xact_lock(1)')
      const moving = move().then(() => 'moved', String)
      await expect.poll(() => runSql(server, isCopying, [pathname.slice(1)])).not.toEqual([])
      // The move waits for this lock after it was recorded as finished.
      await from.script('lock table site_move.state in share mode')
      return { moving }
    })
    await expect.poll(() => existsSync(join(folder.path, 'moved'))).toBe(true)
    await runSql(server, cut, [new URL(sourceUrl).pathname.slice(1)])
    return running
  })
  await target.close()
  expect(await moved.moving).toContain('The database is not reachable.')
  await expect(insertSignup()).rejects.toThrow('takes no changes')
  await expect(settle(sourceUrl)).rejects.toThrow('this database was moved to')
})

test('a move that cannot record its end makes the site usable, no server starts on the target, and the same command continues', async () => {
  await expect(move({ dataDir: join(folder.path, 'missing') })).rejects.toThrow('ENOENT')
  await expectSourceUnchanged()
  const target = await openDatabase({ databaseUrl: targetUrl, dataDir: folder.path })
  await expect(settleMove(target, { databaseUrl: targetUrl, dataDir: folder.path })).rejects.toThrow(
    /^DATABASE_URL: the move from \S+ into this database was not finished; run it again there/,
  )
  await insertSignup()
  await move()
  const count = 'select count(*)::int as people from public.early_access_users'
  expect(await runSql(targetUrl, count)).toEqual(await runSql(sourceUrl, count))
  await settleMove(target, { databaseUrl: targetUrl, dataDir: folder.path })
  await target.close()
})

test('settleMove makes the source of an interrupted move accept writes again, but not while it is being moved', async () => {
  await setState('leaving', 'one')
  await recordFinishedMove(folder.path, 'an earlier one')
  await source.scriptTransaction(async (session) => {
    await session.query('select pg_advisory_xact_lock($1::bigint)', [7_206_514_293_019])
    await expect(settle(sourceUrl)).rejects.toThrow(
      'DATABASE_URL: this database is being moved to db.example:5432/site; start when that is done.',
    )
  })
  await settle(sourceUrl)
  await expectSourceUnchanged()
})

test('settleMove refuses the source of a finished move, also when the server was killed before it was marked', async () => {
  await setState('leaving', 'one')
  await recordFinishedMove(folder.path, 'one')
  const refusal =
    /^DATABASE_URL: this database was moved to db\.example:5432\/site on \w{3} \d+, \d{4}; start the site there\./
  await expect(settle(sourceUrl)).rejects.toThrow(refusal)
  await setState('left', 'one')
  await recordFinishedMove(folder.path, 'a later one')
  await expect(settle(sourceUrl)).rejects.toThrow(refusal)
  await expect(settle(null)).rejects.toThrow(`To go back to the old rows, remove ${join(folder.path, 'moved')}`)
  rmSync(join(folder.path, 'moved'))
  await expect(settle(sourceUrl)).rejects.toThrow('run in this one: drop schema site_move cascade')
  await settle(null)
  await expectSourceUnchanged()
})

test('settleMove accepts the target of a finished move whose server was killed before it was marked', async () => {
  await setState('arriving', 'one')
  await expect(settle(sourceUrl)).rejects.toThrow('was not finished')
  await recordFinishedMove(folder.path, 'one')
  await settle(sourceUrl)
  await expectSourceUnchanged()
})
