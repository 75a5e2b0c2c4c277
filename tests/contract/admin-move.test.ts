import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, dropDatabase, runSql } from '../support/postgres.ts'
import { getSharedTestFixture } from '../support/shared-fixtures.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminOnBackend } from './admin-run.ts'
import { hashAllFiles } from './data-folder.ts'
import {
  createTargetDatabase,
  expectSessionToContinue,
  expectSiteContents,
  GENERATED_SECRET_KEY_ENV,
  readEmbeddedDatabaseRows,
  readPostgresRows,
  type SiteContents,
  seedSite,
  startSiteWithEdgeCaseRows,
  withStoredSecretKey,
} from './moved-site.ts'

// The timeout of a test in milliseconds. It is long, because a test starts several servers one after the other while other test
// files may run.
const SLOW = 600_000
const SENTENCE =
  'The site is being moved to another database and takes no changes at this moment. Please try again later.'

// The tests of this file depend on each other and run in this order, because creating their data takes long.
let target: Awaited<ReturnType<typeof createTargetDatabase>>
let folder: TemporaryFolder
let backend: TestBackend
let people: SiteContents

beforeAll(async () => {
  target = await createTargetDatabase()
  folder = await createTemporaryFolder('move-')
  backend = await startSiteWithEdgeCaseRows()
  people = await seedSite(backend, folder.path)
}, SLOW)
afterAll(async () => {
  await backend?.[Symbol.asyncDispose]()
  await target?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
}, SLOW)

/** Starts a server on the database to which the site was moved, with the same data folder and public URL as the server that moved it. */
async function startOnTarget(): Promise<TestBackend> {
  const { dataDir, url } = backend
  const env = { ...GENERATED_SECRET_KEY_ENV, SITE_URL: url }
  return withStoredSecretKey(await startBackend({ engine: 'postgres', databaseUrl: target.url, dataDir, env }))
}

/** Requests the move of the site to another database, as the CLI does, and yields the lines of the response as they arrive. */
async function* moveLines(server: TestBackend, to: string): AsyncGenerator<string> {
  const answer = await fetch(`${server.url}/operations/v1/move`, {
    method: 'POST',
    headers: { apikey: server.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ to, dry_run: false }),
  })
  if (answer.body === null) throw new Error('The server answered nothing.')
  for await (const chunk of answer.body) yield Buffer.from(chunk).toString()
}

async function signUp(server: TestBackend, visitor = createTestVisitor()) {
  const { error, status } = await server.client().from('early_access_users').insert(visitor)
  return { email: visitor.email, status, message: error?.message }
}

test(
  'the CLI command move without --yes previews tables and files and changes neither the source nor the target database',
  async () => {
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
    expect(await runSql(target.url, `select nspname from pg_namespace where nspname ~ 'site_move|supabase'`)).toEqual(
      [],
    )
    expect((await signUp(backend)).status).toBe(201)
  },
  SLOW,
)

test(
  'the CLI command move refuses an unusable target or a publishable key without printing the password or changing data',
  async () => {
    const server = await getSharedTestFixture('postgres')
    const used = await createDatabase(server, 'used_target')
    await runSql(used, 'create table early_access_users as select 1 as person')
    for (const [to, sentence] of [
      [used, /^\S+ is not empty: it holds 1 sign-up\. Name an empty database\.$/m],
      [
        'postgres://site:secret-word@127.0.0.1:9/site',
        /^The target cannot be used: the database server can't be reached/,
      ],
      ['mysql://site:secret-word@localhost/site', /^The target must be a URL that starts with postgres:\/\//],
      ['embedded', /^The data is in the embedded database already\.$/m],
    ] as const) {
      const { code, err } = await runAdminOnBackend(backend, ['move', '--to', to, '--yes'])
      expect([to, code, err]).toEqual([to, 1, expect.stringMatching(sentence)])
      expect(err).not.toContain('secret-word')
    }
    const preview = await runAdminOnBackend(backend, ['move', '--to', used])
    expect(preview).toMatchObject({ code: 1, out: expect.stringContaining('In the way:') })
    await dropDatabase(server, 'used_target')
    const visitor = await runAdminOnBackend({ ...backend, secretKey: backend.publishableKey }, [
      'move',
      '--to',
      target.url,
      '--yes',
    ])
    expect(visitor).toMatchObject({ code: 1, err: expect.stringContaining('secret key') })
    expect((await signUp(backend)).status).toBe(201)
    expect(backend.log()).not.toContain('secret-word')
  },
  SLOW,
)

test(
  'after a database move is killed half-way, the site accepts sign-ups and no server starts on the unfinished target',
  async () => {
    let output = ''
    for await (const lines of moveLines(backend, target.url)) {
      output += lines
      if (/Copying the rows[^]*"advance"/.test(output)) break
    }
    await backend.kill()
    expect(output).toMatch(/Copying the rows[^]*"advance"/)
    expect(output).not.toContain('"done"')
    await backend.start()
    expect((await signUp(backend)).status).toBe(201)
    const [state] = await runSql(target.url, 'select side from site_move.state')
    expect(state).toEqual({ side: 'arriving' })
    await expect(startOnTarget()).rejects.toThrow('into this database was not finished')
  },
  SLOW,
)

test(
  'a resumed database move copies every row and keeps every file; a concurrent sign-up is copied or refused with 503',
  async () => {
    const files = await hashAllFiles(backend.dataDir)
    const answers: Awaited<ReturnType<typeof signUp>>[] = []
    let isOver = false
    const visitors = [1, 2].map(async () => {
      while (!isOver) {
        answers.push(await signUp(backend))
        await pause(50)
      }
    })
    let lines = ''
    for await (const some of moveLines(backend, target.url)) lines += some
    isOver = true
    await Promise.all(visitors)
    expect(lines).toContain('"resumes":true')
    expect(lines).toContain('"event":"done"')
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]))
    const refused = answers.filter(({ status }) => status === 503)
    expect(new Set(refused.map(({ message }) => message))).toEqual(new Set([SENTENCE]))

    // While the site is being moved to another database, reads succeed and every write is rejected with the same message.
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

    await backend.stop()
    expect(backend.log()).not.toContain(new URL(target.url).password)
    const rows = await readEmbeddedDatabaseRows(backend.dataDir)
    expect(Object.keys(rows).length).toBeGreaterThan(20)
    expect(rows['auth.audit_log_entries']?.length).toBeGreaterThan(8_000)
    expect(await readPostgresRows(target.url)).toEqual(rows)
    const emails = JSON.stringify(rows['early_access_users'] ?? rows['public.early_access_users'])
    for (const answer of answers) expect(emails.includes(answer.email)).toBe(answer.status === 201)
    const { 'late.bin': _, ...left } = await hashAllFiles(backend.dataDir)
    const isNewMail = (path: string) => path.startsWith('mail/') && !Object.hasOwn(files, path)
    expect(Object.fromEntries(Object.entries(left).filter(([path]) => !isNewMail(path)))).toEqual(files)
  },
  SLOW,
)

test(
  'after a database move the server on the target serves the same site, and the source server refuses to start',
  async () => {
    await expect(backend.start()).rejects.toThrow(
      /was moved to \S+ on \d{4}-\d\d-\d\d; start the site with DATABASE_URL/,
    )
    await using there = await startOnTarget()
    await expectSiteContents(there, people)
    people.member.session.refresh_token = await expectSessionToContinue(there, people.member.session.refresh_token)
    expect(await runSql(target.url, `select 1 from pg_namespace where nspname = 'site_move'`)).toEqual([])
  },
  SLOW,
)

test(
  'a move back to the embedded database copies every row, keeps the old database renamed, and blocks writes on PostgreSQL',
  async () => {
    const there = await startOnTarget()
    const another = await startOnTarget()
    const { code, err, out } = await runAdminOnBackend(there, ['move', '--to', 'embedded', '--yes'])
    expect([code, err], there.log()).toEqual([0, ''])
    expect(out).toContain('every table compared equal')
    // After the move to another database, every server process on the old database rejects writes, not only the process that ran the move.
    expect(await signUp(another)).toMatchObject({ status: 503, message: SENTENCE })
    await another[Symbol.asyncDispose]()
    await there[Symbol.asyncDispose]()
    const rows = await readPostgresRows(target.url)
    expect(await readEmbeddedDatabaseRows(backend.dataDir)).toEqual(rows)
    const names = await readdir(backend.dataDir)
    expect(names).toContainEqual(expect.stringMatching(/^database\.moved-/))
    expect(names.filter((name) => /arriving|database-moved/.test(name))).toEqual([])

    await expect(startOnTarget()).rejects.toThrow('this database was moved to the embedded database')
    await backend.start()
    await expectSiteContents(backend, people)
    await expectSessionToContinue(backend, people.member.session.refresh_token)
  },
  SLOW,
)

test(
  'after an older database is put back into the data folder, the server erases again the people erased since',
  async () => {
    const { code } = await runAdminOnBackend(backend, [
      'privacy',
      'erase',
      people.signup,
      '--yes',
      '--backups',
      folder.path,
    ])
    expect(code).toBe(0)
    await backend.stop()
    const { dataDir } = backend
    const aside = (await readdir(dataDir)).find((name) => name.startsWith('database.moved-')) ?? ''
    await rename(join(dataDir, 'database'), join(dataDir, 'database.newer'))
    await rename(join(dataDir, aside), join(dataDir, 'database'))
    expect(JSON.stringify(await readEmbeddedDatabaseRows(dataDir))).toContain(people.signup)
    await backend.start()
    expect((await signUp(backend)).status).toBe(201)
    await backend.stop()
    const holding = Object.entries(await readEmbeddedDatabaseRows(dataDir)).flatMap(([table, rows]) =>
      rows
        .map((row) => JSON.stringify(row))
        .filter((row) => row.includes(people.signup))
        .map((row) => [table, row]),
    )
    expect(holding).toEqual([])
  },
  SLOW,
)
