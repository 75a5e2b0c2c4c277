import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startFakeBucket } from '../support/fake-bucket.ts'
import { readShippingDelay, TEST_SHIP_KEY, waitUntilShipped } from '../support/shipping.ts'
import { createStatelessClient, startBackend } from '../support/start-backend.ts'
import { openStoppedDatabase } from '../support/stopped-database.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { expectOutcome, runAdminOnBackend, runAdminWithEnvironment } from './admin-run.ts'
import { hashAllFiles, readAllRows } from './data-folder.ts'
import { openBucket, openFolder, signUp, type TestStore } from './shipping-stores.ts'

const LARGE = Buffer.alloc(9 * 1024 * 1024, 'installer')

/** Returns the addresses of all sign-ups in a data folder that no server uses. */
async function readAddresses(dataDir: string): Promise<string[]> {
  await using database = await openStoppedDatabase(dataDir)
  const { rows } = await database.query<{ email: string }>('select email from early_access_users')
  return rows.map(({ email }) => email).toSorted()
}

/** Leaves out the mails that a server without SMTP_URL writes as files, because they are not shipped. */
function omitCapturedMails(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('mail/')))
}

async function restore(store: Pick<TestStore, 'env'>, folder: TemporaryFolder, to: string): Promise<string> {
  const target = join(folder.path, `data-${to.replaceAll(':', '-')}`)
  const args = ['restore', '--to', to, '--reason', 'a test', '--yes']
  const restored = await runAdminWithEnvironment(args, { ...store.env, DATA_DIR: target })
  expect(restored).toMatchObject({ code: 0, err: '' })
  return target
}

test('restore --to restores the rows of an earlier moment, or at the end every row, file and key; erased people are erased again', async () => {
  await using store = await openBucket()
  await using folder = await createTemporaryFolder('restored-')
  await using backend = await startBackend({ ownDatabase: true, env: { ...store.env, SUPABASE_SECRET_KEY: '' } })
  const secretKey = (await readFile(join(backend.dataDir, 'secret-key'), 'utf8')).trim()
  const site = { ...backend, secretKey }
  const operator = createStatelessClient(backend.url, secretKey)
  await waitUntilShipped(site)
  const [first, erased] = [await signUp(backend), await signUp(backend)]
  expect((await operator.storage.from('downloads').upload('large.bin', LARGE)).error).toBeNull()
  await pause(20)
  const then = new Date().toISOString()
  await pause(20)
  const second = await signUp(backend)
  await waitUntilShipped(site)
  await backend.kill()
  await backend.start()
  const third = await signUp(backend)
  const erasure = await runAdminOnBackend(site, ['privacy', 'erase', erased, '--yes', '--backups', folder.path])
  expect(erasure.code).toBe(0)
  await waitUntilShipped(site)
  expect((await runAdminOnBackend(site, ['doctor'])).out).toMatch(/✓ shipping +\S+ is \d+ seconds? behind/)
  await backend.stop()

  const earlier = await restore(store, folder, then)
  const latest = await restore(store, folder, 'latest')
  const rows = await readAllRows(backend.dataDir)
  expect(Object.keys(rows).length).toBeGreaterThan(20)
  expect(await readAllRows(latest)).toEqual(rows)
  const shipped = await store.readAll()
  for (const secret of [secretKey, await readFile(join(backend.dataDir, 'signing-key.json'), 'utf8')])
    expect(shipped.some((bytes) => bytes.includes(secret))).toBe(false)
  const files = omitCapturedMails(await hashAllFiles(backend.dataDir))
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['secret-key', 'signing-key.json']))
  const { 'restored.json': described, ...restored } = await hashAllFiles(latest)
  expect(described).toBeDefined()
  expect(restored).toEqual(files)
  const description = await readFile(join(latest, 'restored.json'))
  for (const target of [earlier, latest]) {
    await using again = await startBackend({ dataDir: target, env: { SUPABASE_SECRET_KEY: '' } })
    const download = await fetch(`${again.url}/storage/v1/object/public/downloads/large.bin`)
    expect(Buffer.from(await download.arrayBuffer()).equals(LARGE)).toBe(true)
  }
  // Simulates a server that was killed between storing the row and deleting the file.
  await writeFile(join(latest, 'restored.json'), description)
  await (await startBackend({ dataDir: latest }))[Symbol.asyncDispose]()
  expect(await readAddresses(earlier)).toEqual([first])
  expect(await readAddresses(latest)).toEqual([first, second, third].toSorted())
  expect(await readdir(latest)).not.toContain('restored.json')
  const { 'public.operator_acts': acts } = await readAllRows(latest)
  expect(acts?.filter((act) => JSON.stringify(act).includes('"restore"'))).toEqual([
    {
      row: expect.objectContaining({
        ...{ act: 'restore', via: 'command line', outcome: 'done', reason: 'a test' },
        detail: '--to latest',
        who: expect.stringMatching(/./),
      }),
    },
  ])
})

test('the server works on while the bucket is unreachable, then ships what is missing, or a new base when the bucket lost its log', async () => {
  await using store = await startFakeBucket()
  await using folder = await createTemporaryFolder('restored-')
  await using backend = await startBackend({ ownDatabase: true, env: store.env })
  await waitUntilShipped(backend)
  store.isAway = true
  const away = await signUp(backend)
  await expect.poll(() => readShippingDelay(backend), { timeout: 30_000 }).toBeGreaterThan(2_000)
  const doctor = await runAdminOnBackend(backend, ['doctor'])
  expect(doctor).toMatchObject({
    code: 1,
    out: expect.stringMatching(/✗ shipping +s3:\/\/backups\/site is \d+ seconds behind: S3 returned 503/),
  })
  expect(backend.log()).toContain('"event":"shipping_failed"')
  store.isAway = false
  await waitUntilShipped(backend)
  // A background task that failed is repeated after a minute.
  await expect.poll(() => backend.log(), { timeout: 90_000 }).toContain('"event":"shipping_resumed"')
  const generations = () => {
    return new Set([...store.objects.keys()].flatMap((key) => /generations\/([^/]+)/.exec(key)?.[1] ?? [])).size
  }
  await backend.kill()
  await backend.start()
  await waitUntilShipped(backend)
  expect(generations()).toBe(1) // the generation continues after a crash

  // The bucket has no chunks that the local log could continue, so shipping begins a new generation with a copy of the database.
  store.isAway = true
  const later = await signUp(backend)
  await backend.stop()
  for (const key of store.objects.keys()) if (key.includes('/wal/')) store.objects.delete(key)
  store.isAway = false
  await backend.start()
  await waitUntilShipped(backend)
  expect(generations()).toBe(2)
  await backend.stop()
  const latest = await restore(store, folder, 'latest')
  expect(await readAddresses(latest)).toEqual([away, later].toSorted())
})

test('a large stored file whose upload failed is counted by doctor, named by a restore, and shipped later without another change', async () => {
  await using store = await startFakeBucket()
  await using folder = await createTemporaryFolder('restored-')
  await using backend = await startBackend({ ownDatabase: true, env: store.env })
  await waitUntilShipped(backend)
  store.refuses = /\/site\/files\//
  expect((await backend.secretClient().storage.from('downloads').upload('large.bin', LARGE)).error).toBeNull()
  await waitUntilShipped(backend)
  const readDoctor = async () => (await runAdminOnBackend(backend, ['doctor'])).out
  await expect
    .poll(readDoctor, { timeout: 60_000 })
    .toMatch(/✗ shipping +\S+ is \d+ seconds? behind, 1 large file not there yet: S3 returned 507/)
  const args = ['restore', '--to', 'latest', '--yes']
  const environment = { ...store.env, DATA_DIR: join(folder.path, 'data') }
  expect(await runAdminWithEnvironment(args, environment)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^1 stored file of this state cannot be restored: downloads\/large\.bin\.\nNothing was/),
  })
  expect(await readdir(folder.path)).toEqual([])
  await expectOutcome(
    runAdminWithEnvironment([...args, '--without-missing-files'], environment),
    0,
    'Missing stored files: downloads/large.bin.',
  )
  await rm(environment.DATA_DIR, { recursive: true })

  store.refuses = null
  await expect.poll(readDoctor, { timeout: 90_000 }).toMatch(/✓ shipping +\S+ is \d+ seconds? behind$/m)
  expect(await runAdminWithEnvironment(args, environment)).toMatchObject({ code: 0, err: '' })
})

test('when the disk of the store was disconnected and comes back without its newest chunk, the server ships that chunk again', async () => {
  await using outside = await createTemporaryFolder('mount-')
  await using folder = await createTemporaryFolder('restored-')
  const [mounted, pulled] = [join(outside.path, 'mounted'), join(outside.path, 'pulled')]
  await mkdir(mounted)
  await using backend = await startBackend({ ownDatabase: true, env: { SHIP_TO: mounted, SHIP_KEY: TEST_SHIP_KEY } })
  await waitUntilShipped(backend)
  const addresses = [await signUp(backend), await signUp(backend)]
  await waitUntilShipped(backend)
  await rename(mounted, pulled)
  addresses.push(await signUp(backend))
  await expect.poll(() => backend.log(), { timeout: 30_000 }).toContain('"event":"shipping_failed"')
  const [generation = ''] = await readdir(join(pulled, 'generations'))
  const log = join(pulled, 'generations', generation, 'wal')
  const newest = (await readdir(log)).toSorted().at(-1)
  await rm(join(log, String(newest)))
  await rename(pulled, mounted)
  await waitUntilShipped(backend)
  await backend.stop()
  const latest = await restore({ env: { SHIP_TO: mounted, SHIP_KEY: TEST_SHIP_KEY } }, folder, 'latest')
  expect(await readAddresses(latest)).toEqual(addresses.toSorted())
})

test('after a restore to an earlier moment, a new generation begins in the store, and both generations can be restored', async () => {
  await using store = await openFolder()
  await using folder = await createTemporaryFolder('restored-')
  await using backend = await startBackend({ ownDatabase: true, env: store.env })
  await waitUntilShipped(backend)
  const first = await signUp(backend)
  await pause(20)
  const then = new Date().toISOString()
  await pause(20)
  const second = await signUp(backend)
  await waitUntilShipped(backend)
  const later = new Date().toISOString()
  await backend.stop()

  const dataDir = await restore(store, folder, then)
  await using again = await startBackend({ dataDir, env: store.env })
  const third = await signUp(again)
  await waitUntilShipped(again)
  await again.kill()
  expect(await readAddresses(await restore(store, folder, 'latest'))).toEqual([first, third].toSorted())
  expect(await readAddresses(await restore(store, folder, later))).toEqual([first, second].toSorted())
})

test('a second server does not ship to a store while the first one does, and takes it over when the first has stopped', async () => {
  await using store = await openFolder()
  await using first = await startBackend({ ownDatabase: true, env: store.env })
  await waitUntilShipped(first)
  await using second = await startBackend({ ownDatabase: true, env: store.env })
  await expect.poll(() => second.log(), { timeout: 30_000 }).toMatch(/ships to the same store/)
  expect((await runAdminOnBackend(second, ['doctor'])).out).toMatch(/✗ shipping .*SHIP_TO: the server \d+ on /)
  expect(first.log()).not.toContain('shipping_failed')
  await first.stop()
  await waitUntilShipped(second)
})
