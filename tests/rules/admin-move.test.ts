import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, dropDatabase, runSql } from '../support/postgres.ts'
import { getSharedTestFixture } from '../support/shared-fixtures.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expectOutcome, runAdminOnBackend } from './admin-run.ts'
import { hashAllFiles } from './data-folder.ts'
import {
  createObstacle,
  createTargetDatabase,
  expectSessionToContinue,
  expectSiteContents,
  GENERATED_SECRET_KEY_ENV,
  readPostgresRows,
  type SiteContents,
  seedSite,
  startSiteWithManyRows,
  withStoredSecretKey,
} from './moved-site.ts'

const SENTENCE =
  'The site is being moved to another database and takes no changes at this moment. Please try again later.'

// The tests of this file depend on each other and run in this order, because creating their data takes long.
let target: Awaited<ReturnType<typeof createTargetDatabase>>
let folder: TemporaryFolder
let backend: TestBackend
let people: SiteContents
let obstacle: Awaited<ReturnType<typeof createObstacle>>

beforeAll(async () => {
  target = await createTargetDatabase()
  folder = await createTemporaryFolder('move-')
  backend = await startSiteWithManyRows()
  people = await seedSite(backend, folder.path)
})
afterAll(async () => {
  await backend?.[Symbol.asyncDispose]()
  await target?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

/** Starts a server on the database to which the site was moved, with the same data folder and public URL as the server that moved it. */
async function startOnTarget(): Promise<TestBackend> {
  const { dataDir, url } = backend
  const env = { ...GENERATED_SECRET_KEY_ENV, SITE_URL: url }
  return withStoredSecretKey(await startBackend({ databaseUrl: target.url, dataDir, env }))
}

/** Requests the move of the site to the target, as the CLI does. Resolves to the response, or to null when the connection broke. */
async function requestMove(stopping = new AbortController()): Promise<string | null> {
  const answer = fetch(`${backend.url}/operations/v1/move`, {
    method: 'POST',
    headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ to: target.url, dry_run: false }),
    signal: stopping.signal,
  })
  return answer.then((received) => received.text()).catch(() => null)
}

async function signUp(server: TestBackend, visitor = createTestVisitor()) {
  const { error, status } = await server.client().from('early_access_users').insert(visitor)
  return { email: visitor.email, status, message: error?.message }
}

test('the CLI command move without --yes previews tables and files and changes neither the source nor the target database', async () => {
  const { code, out, err } = await runAdminOnBackend(backend, ['move'], { TARGET_DATABASE_URL: target.url })
  expect([code, err]).toEqual([3, ''])
  for (const table of [
    'auth.audit_log_entries',
    'public.early_access_users',
    'private.erased_people',
    'auth.mfa_factors',
  ]) {
    expect(out).toContain(table)
  }
  expect(out).toMatch(/\d+ files? \(.+\) stay in DATA_DIR/)
  expect(out).not.toContain(new URL(target.url).password)
  expect(await readPostgresRows(target.url)).toEqual({})
  expect(await runSql(target.url, `select nspname from pg_namespace where nspname ~ 'site_move|supabase'`)).toEqual([])
  expect((await signUp(backend)).status).toBe(201)
})

test('the CLI command move refuses an unusable target or a publishable key without printing the password or changing data', async () => {
  const server = await getSharedTestFixture('postgres')
  const used = await createDatabase(server, 'used_target')
  await runSql(used, 'create table early_access_users as select 1 as person')
  await runSql(server, `create database latin_target encoding 'LATIN1' locale 'C' template template0`)
  const latin = Object.assign(new URL(server), { pathname: '/latin_target' }).href
  for (const [to, sentence] of [
    [used, /^\S+ is not empty: it holds 1 sign-up\. Name an empty database\.$/m],
    [latin, /^The target cannot be used: the database must store UTF8; this one stores LATIN1\.$/m],
    [backend.databaseUrl, /^The target is the database that the site runs on now\.$/m],
    [
      'postgres://site:secret-word@127.0.0.1:9/site',
      /^The target cannot be used: the database server can't be reached/,
    ],
    ['mysql://site:secret-word@localhost/site', /^The target must be a URL that starts with postgres:\/\//],
    ['own', /^The data is in the own PostgreSQL already\.$/m],
  ] as const) {
    for (const flags of [['--yes'], []]) {
      const { code, err } = await runAdminOnBackend(backend, ['move', '--to', to, ...flags])
      expect([to, code, err]).toEqual([to, 1, expect.stringMatching(sentence)])
      expect(err).not.toContain('secret-word')
    }
  }
  for (const name of ['used_target', 'latin_target']) await dropDatabase(server, name)
  const asVisitor = { ...backend, secretKey: backend.publishableKey }
  const visitor = await runAdminOnBackend(asVisitor, ['move', '--to', target.url, '--yes'])
  expect(visitor).toMatchObject({ code: 1, err: expect.stringContaining('secret key') })
  expect((await signUp(backend)).status).toBe(201)
  expect(backend.log()).not.toContain('secret-word')
})

test('while a move copies rows, reads work, every write gets 503 and a second move is refused; when its command is stopped, the site accepts writes again', async () => {
  obstacle = await createObstacle(backend.databaseUrl, target)
  const stopping = new AbortController()
  const moving = requestMove(stopping)
  await obstacle.reached()
  expect(await signUp(backend)).toMatchObject({ status: 503, message: SENTENCE })
  expect((await fetch(backend.url)).status).toBe(200)
  const file = await backend.client().storage.from('downloads').download(people.file)
  expect(file.data?.size).toBe(300_000)
  expect((await backend.client().auth.getUser(people.member.session.access_token)).error).toBeNull()
  const second = await runAdminOnBackend(backend, ['move', '--to', target.url])
  expect([second.code, second.err]).toEqual([1, expect.stringContaining('Another process is moving this database.')])
  expect(await runSql(target.url, `select nspname from pg_namespace where nspname = 'auth'`)).toEqual([])
  stopping.abort()
  expect(await moving).toBeNull()
  await expect.poll(async () => (await signUp(backend)).status).toBe(201)
  await obstacle.cancel()
})

test('after a move is killed half-way, the site starts and accepts sign-ups, and the target has nothing of it', async () => {
  const moving = requestMove()
  await obstacle.reached()
  await backend.kill()
  expect(await moving).toBeNull()
  await backend.start()
  expect((await signUp(backend)).status).toBe(201)
  await obstacle.cancel()
  await obstacle.release()
  expect(await readPostgresRows(target.url)).toEqual({ 'public.obstacle': [] })
})

test('a repeated database move copies every row and keeps every file; a concurrent sign-up is copied or refused with 503', async () => {
  const files = await hashAllFiles(backend.dataDir)
  const answers: Awaited<ReturnType<typeof signUp>>[] = []
  let isOver = false
  const visitors = [1, 2].map(async () => {
    while (!isOver) answers.push(await signUp(backend))
  })
  const { code, out, err } = await runAdminOnBackend(backend, ['move', '--to', target.url, '--yes'])
  isOver = true
  await Promise.all(visitors)
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('every table compared equal')
  answers.push(await signUp(backend))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
  expect(statuses.at(-1)).toBe(503)
  const refused = answers.filter(({ status }) => status === 503)
  expect(new Set(refused.map(({ message }) => message))).toEqual(new Set([SENTENCE]))

  // After the move, reads succeed and every write is rejected with the same message.
  expect((await fetch(backend.url)).status).toBe(200)
  expect((await backend.client().auth.getUser(people.member.session.access_token)).error).toBeNull()
  const { email, password } = people.member
  expect((await backend.client().auth.signInWithPassword({ email, password })).error).toMatchObject({
    status: 503,
    message: SENTENCE,
  })
  const upload = await backend.secretClient().storage.from('downloads').upload('late.bin', Buffer.from('late'))
  expect(upload.error?.message).toBe(SENTENCE)
  const late = await fetch(`${backend.url}/rest/v1/early_access_users`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(createTestVisitor()),
  })
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '60'])

  const rows = await readPostgresRows(backend.databaseUrl)
  expect(Object.keys(rows).length).toBeGreaterThan(20)
  expect(rows['auth.audit_log_entries']?.length).toBeGreaterThan(8_000)
  expect(await readPostgresRows(target.url)).toEqual(rows)
  const emails = JSON.stringify(rows['public.early_access_users'])
  for (const answer of answers) expect(emails.includes(answer.email)).toBe(answer.status === 201)
  await backend.stop()
  expect(backend.log()).not.toContain(new URL(target.url).password)
  const left = await hashAllFiles(backend.dataDir)
  for (const name of Object.keys(files).filter((path) => path.startsWith('storage/'))) {
    expect([name, left[name]]).toEqual([name, files[name]])
  }
})

test('after a database move the server on the target serves the same site, and the source server refuses to start', async () => {
  await expect(backend.start()).rejects.toThrow(/was moved to \S+ on \w{3} \d+, \d{4}; start the site there/)
  await using there = await startOnTarget()
  await expectSiteContents(there, people)
  expect(there.log(), 'a moved site goes on sending, unlike a copied one').not.toContain(
    'until npm run admin -- resume',
  )
  people.member.session.refresh_token = await expectSessionToContinue(there, people.member.session.refresh_token)
  expect(await runSql(target.url, `select 1 from pg_namespace where nspname = 'site_move'`)).toEqual([])
})

test('a move back to the own PostgreSQL copies every row, keeps the old database renamed, and blocks writes on the other PostgreSQL', async () => {
  const there = await startOnTarget()
  const another = await startOnTarget()
  const own = ['move', '--to', 'own', '--yes']
  await expectOutcome(runAdminOnBackend(there, own), 1, 'no table public.obstacle')
  await runSql(target.url, 'drop table public.obstacle')
  const { code, err, out } = await runAdminOnBackend(there, own)
  expect([code, err], there.log()).toEqual([0, ''])
  expect(out).toContain('every table compared equal')
  // After the move to another database, every server process on the old database rejects writes, not only the process that ran the move.
  expect(await signUp(another)).toMatchObject({ status: 503, message: SENTENCE })
  await another[Symbol.asyncDispose]()
  await there[Symbol.asyncDispose]()
  await expect(startOnTarget()).rejects.toThrow('this database was moved to the own PostgreSQL')
  await backend.start()
  const rows = await readPostgresRows(target.url)
  // The start adds rows only to tables that every start changes.
  const moved = await readPostgresRows(backend.databaseUrl)
  for (const name of ['public.early_access_users', 'auth.users', 'auth.sessions', 'storage.objects']) {
    expect([name, moved[name]]).toEqual([name, rows[name]])
  }
  const names = await readdir(backend.dataDir)
  expect(names).toContainEqual(expect.stringMatching(/^postgres\.moved-/))
  await expectSiteContents(backend, people)
  await expectSessionToContinue(backend, people.member.session.refresh_token)
})

test('an operator goes back to the database that was set aside: the server erases again the people erased since', async () => {
  const erase = ['privacy', 'erase', people.signup, '--yes', '--backups', folder.path]
  expect((await runAdminOnBackend(backend, erase)).code).toBe(0)
  await backend.stop()
  const { dataDir } = backend
  const aside = (await readdir(dataDir)).find((name) => name.startsWith('postgres.moved-')) ?? ''
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres.newer'))
  await rename(join(dataDir, aside), join(dataDir, 'postgres'))
  await expect(backend.start()).rejects.toThrow(`To go back to the old rows, remove ${join(dataDir, 'moved')}`)
  await rm(join(dataDir, 'moved'))
  await backend.start()
  expect((await signUp(backend)).status).toBe(201)
  const holding = Object.entries(await readPostgresRows(backend.databaseUrl)).flatMap(([table, rows]) =>
    rows
      .map((row) => JSON.stringify(row))
      .filter((row) => row.includes(people.signup))
      .map((row) => [table, row]),
  )
  expect(holding).toEqual([])
})
