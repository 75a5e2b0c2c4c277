import { chown, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readReceivedMails, waitForMails } from '../support/mail-box.ts'
import { createStatelessClient, startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { runAdminJson, runAdminOnBackend, runAdminWithEnvironment } from './admin-run.ts'
import { createMember } from './auth-member.ts'
import { readRestorable } from './data-folder.ts'

const MAIL_TIMEOUT = { within: 60_000 }
const ENV = { SUPABASE_SECRET_KEY: '' } // the server generates and stores its own key, as in most installations

// The tests of this file depend on each other and run in this order on one server, because creating their data takes seconds.
let archive: string
let folder: TemporaryFolder
let backend: TestBackend
beforeAll(async () => {
  folder = await createTemporaryFolder('backup-')
  const started = await startBackend({ ownDatabase: true, env: ENV })
  const secretKey = (await readFile(join(started.dataDir, 'secret-key'), 'utf8')).trim()
  backend = { ...started, secretKey, secretClient: () => createStatelessClient(started.url, secretKey) }
})
afterAll(async () => {
  await backend[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

/** Signs up visitors in four concurrent loops until `end()` is called. Collects the accepted email addresses and every error. */
function startSignUps() {
  const answered: string[] = []
  const refused: unknown[] = []
  let isOver = false
  const visitors = [1, 2, 3, 4].map(async () => {
    while (!isOver) {
      const visitor = createTestVisitor()
      const { error } = await backend.client().from('early_access_users').insert(visitor)
      if (error === null) answered.push(visitor.email)
      else refused.push(error)
      await pause(50) // limits the load to about 80 sign-ups a second
    }
  })
  const end = () => {
    isOver = true
    return Promise.all(visitors)
  }
  return { answered, refused, end }
}

test('a backup taken during sign-ups restores a consistent snapshot, and people erased since are erased again at server start', async () => {
  await backend.secretClient().from('app_settings').update({ value: '100000' }).eq('key', 'early_access_spots')
  const [erased, member, stays] = [await createMember(backend), await createMember(backend), createTestVisitor()]
  for (const person of [{ name: 'Ada Lovelace', email: erased.email }, stays]) {
    await backend.client().from('early_access_users').insert(person)
    await waitForMails(backend, person.email, MAIL_TIMEOUT)
  }
  await backend
    .secretClient()
    .auth.admin.updateUserById(erased.user.id, { phone: '4915112345678', phone_confirm: true })
  const texts = join(backend.dataDir, 'sms')
  await mkdir(texts)
  await writeFile(join(texts, 'erased.txt'), 'To: 4915112345678\n\nYour code is 123456\n')
  await writeFile(join(texts, 'stays.txt'), 'To: 4915187654321\n\nYour code is 123456\n')
  const { email: wanted } = createTestVisitor()
  expect((await member.client.auth.updateUser({ email: wanted })).error).toBeNull()
  const load = startSignUps()
  await expect.poll(() => load.answered.length, { timeout: 60_000 }).toBeGreaterThan(8)
  const early = [...load.answered]
  const made = await runAdminJson(backend, ['backup', '--backups', folder.path])
  expect(made).toMatchObject({ keysElsewhere: [], files: expect.any(Number) })
  archive = made.file
  await load.end()
  expect(load.refused).toEqual([])
  expect(load.answered.length).toBeGreaterThan(early.length)
  // While mail is paused and nobody signs up, no row changes.
  await runAdminOnBackend(backend, ['mail', 'pause', '--reason', 'the load has had its mails'])

  expect(
    (await runAdminOnBackend(backend, ['privacy', 'erase', erased.email, '--yes', '--backups', folder.path])).code,
  ).toBe(0)
  expect((await runAdminOnBackend(backend, ['privacy', 'erase', wanted, '--yes', '--backups', folder.path])).code).toBe(
    0,
  )
  // Erasure also deletes the mails and text messages that the server stores as files.
  expect(await readdir(texts)).toEqual(['stays.txt'])
  await expect.poll(() => readReceivedMails(backend, erased.email), { timeout: 60_000 }).toEqual([])

  const target = join(folder.path, 'restored')
  const shown = await runAdminWithEnvironment(['restore', archive], { DATA_DIR: target })
  expect(shown).toMatchObject({ code: 3, out: expect.stringContaining(`The backup would be put into ${target}.`) })
  expect(await readdir(folder.path)).not.toContainEqual(expect.stringMatching(/^restored/))
  const restored = await runAdminWithEnvironment(['restore', archive, '--yes'], { DATA_DIR: target })
  expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Start the server now.') })
  expect(restored.out).toContain('erased again when the server starts (2 on the list)')
  expect(await readReceivedMails({ dataDir: target }, erased.email)).toHaveLength(1)
  expect(await readdir(join(target, 'sms'))).toHaveLength(2)
  // Sets the same public URL, because the URL is the issuer of the access tokens: with another URL, the server would reject them.
  await using again = await startBackend({ dataDir: target, env: { ...ENV, SITE_URL: backend.url } })
  const there = { ...backend, url: again.url, dataDir: target }

  expect(await runAdminJson(there, ['privacy', 'export', erased.email])).toMatchObject({
    signups: [],
    account: null,
    mails: [],
  })
  expect(await readReceivedMails(there, erased.email)).toEqual([])
  expect(await readdir(join(target, 'sms'))).toEqual(['stays.txt'])
  expect(await runAdminJson(there, ['privacy', 'export', stays.email])).toMatchObject({
    signups: [{ email: stays.email }],
  })
  expect(await readReceivedMails(there, stays.email)).toHaveLength(1)

  const operator = createStatelessClient(again.url, backend.secretKey)
  const exported = (await runAdminOnBackend(there, ['signups', 'export', '--json'])).out.trim().split('\n')
  const addresses = exported.map((line) => JSON.parse(line).email)
  expect(addresses).toEqual(expect.arrayContaining(early))
  const { remaining } = await runAdminJson(there, ['spots', 'show'])
  // Erasing a person does not free the early-access spot that the person's sign-up took.
  expect(remaining).toBe(100000 - addresses.length - 1)
  const mails = await operator.from('mail_outbox').select('*', { count: 'exact', head: true })
  expect(mails.count).toBeGreaterThanOrEqual(addresses.length)

  const { data, error } = await again.client().auth.refreshSession({ refresh_token: member.session.refresh_token })
  expect([error, data.user?.email]).toEqual([null, member.email])
  const found = await again.client().auth.getUser(member.session.access_token)
  expect([found.data.user?.id, found.data.user?.new_email]).toEqual([member.user.id, undefined])
})

test('restore refuses a non-empty data folder, a running server or a damaged archive; backup refuses the publishable key', async () => {
  const used = await runAdminWithEnvironment(['restore', archive], { DATA_DIR: backend.dataDir })
  expect(used).toMatchObject({ code: 1, err: expect.stringContaining('holds data already') })
  const running = await runAdminWithEnvironment(['restore', archive, '--replace', '--yes'], {
    DATA_DIR: backend.dataDir,
  })
  expect(running).toMatchObject({ code: 1, err: expect.stringContaining('A server is running') })
  const preview = await runAdminWithEnvironment(['restore', archive, '--replace'], {
    DATA_DIR: join(folder.path, 'restored'),
  })
  expect(preview).toMatchObject({ code: 3, out: expect.stringContaining('nothing is deleted') })

  const elsewhere = await runAdminWithEnvironment(['restore', archive], {
    DATA_DIR: '/nowhere',
    DATABASE_URL: 'postgres://db/site',
  })
  expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('DATABASE_URL is set') })

  const whole = await readFile(archive)
  const damaged = Buffer.from(whole)
  damaged[whole.length >> 1] = (damaged[whole.length >> 1] ?? 0) ^ 0xff
  for (const [name, bytes, flags] of [
    ['damaged.tar.gz', damaged, [['--yes']]],
    ['cut.tar.gz', whole.subarray(0, whole.length - 1000), [['--yes']]],
    ['none.tar.gz', Buffer.from('no archive at all'), [[], ['--yes']]],
  ] as const) {
    const file = join(folder.path, name)
    await writeFile(file, bytes)
    const target = join(folder.path, 'refused')
    for (const yes of flags) {
      const refused = await runAdminWithEnvironment(['restore', file, ...yes], { DATA_DIR: target })
      expect(refused, name).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was restored') })
    }
    expect(
      (await readdir(folder.path)).filter((entry) => entry.startsWith('refused')),
      name,
    ).toEqual([])
  }
  const visitor = await runAdminOnBackend({ ...backend, secretKey: backend.publishableKey }, [
    'backup',
    '--backups',
    folder.path,
  ])
  expect(visitor).toMatchObject({ code: 1, err: expect.stringContaining('not the operators’ key') })

  const order = { method: 'POST', headers: { apikey: backend.secretKey } }
  const both = await Promise.all([1, 2].map(() => fetch(`${backend.url}/operations/v1/backup`, order)))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  // When the client cancels the download of a backup, the server deletes the database snapshot that it made for the backup.
  for (const answer of both) await answer.body?.cancel()
  const left = async () => (await readdir(backend.dataDir)).filter((name) => name.startsWith('snapshot-'))
  await expect.poll(left, { timeout: 60_000 }).toEqual([])
})

test("a restore into a symlinked data folder replaces the link's target and keeps the link and its owner", async () => {
  const [link, target] = [join(folder.path, 'state'), join(folder.path, 'private/state')]
  await mkdir(target, { recursive: true })
  await writeFile(join(target, 'old'), '')
  await symlink(target, link)
  const owner = process.getuid?.() === 0 ? 61_234 : process.getuid?.()
  await chown(target, owner ?? 0, owner ?? 0).catch(() => {})
  const restored = await runAdminWithEnvironment(['restore', archive, '--replace', '--yes'], { DATA_DIR: link })
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(await readlink(link)).toBe(target)
  expect(await readdir(join(folder.path, 'private'))).toEqual(['state', expect.stringMatching(/^state\.before-/)])
  for (const path of [target, join(target, 'secret-key'), join(target, 'postgres/cluster/PG_VERSION')]) {
    expect((await stat(path)).uid, path).toBe(owner)
  }
})

test('restore --replace over existing data restores every row, file and key, and moves the previous data aside', async () => {
  const operator = backend.secretClient()
  await operator.from('contact_messages').insert({ ...createTestVisitor(), message: 'Hello.' })
  await operator.storage.from('downloads').upload('a folder/ünïcode.bin', Buffer.from('some bytes'))
  await operator.rpc('set_setting', { key: 'early_access_spots', value: '50', reason: 'a test' })

  const made = await runAdminJson(backend, ['backup', '--backups', folder.path])
  await backend.stop()
  const target = join(folder.path, 'restored')
  const restored = await runAdminWithEnvironment(['restore', made.file, '--replace', '--yes'], { DATA_DIR: target })
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('The data that was there is now in') })
  expect(await readdir(folder.path)).toContainEqual(expect.stringMatching(/^restored\.before-/))

  const [original, copy] = [await readRestorable(backend.dataDir), await readRestorable(target)]
  expect(Object.keys(original.rows).length).toBeGreaterThan(20)
  expect(original.rows).toMatchObject({ 'auth.sessions': [{}] })
  expect(copy.rows).toEqual(original.rows)
  const { 'database.lock': _, 'erased-people.txt': kept, ...files } = original.files
  expect(kept).toBeDefined()
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['secret-key', 'signing-key.json']))
  const { 'erased-people.txt': erased, ...found } = copy.files
  expect(erased).toBeDefined()
  expect(found).toEqual(files)
})
