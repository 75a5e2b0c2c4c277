import { createHash } from 'node:crypto'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aVisitor } from '../support/a-visitor.ts'
import { mailFor, mailNow } from '../support/mail-box.ts'
import { type Backend, startBackend } from '../support/start-backend.ts'
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts'
import { admin, adminJson, runAdmin } from './admin-run.ts'
import { aMember } from './auth-member.ts'

const SLOW = 240_000 // whole data folders are copied and compared, maybe while the machine is busy with other tests
const PATIENT = { within: 60_000 }
const ENV = { SUPABASE_SECRET_KEY: '' } // the server makes and keeps its own, as it does for most founders

let folder: TemporaryFolder
let backend: Backend
beforeAll(async () => {
  folder = await temporaryFolder('backup-')
  const started = await startBackend({ env: ENV })
  const secretKey = (await readFile(join(started.dataDir, 'secret-key'), 'utf8')).trim()
  backend = {
    ...started,
    secretKey,
    secretClient: () => createClient(started.url, secretKey, { auth: { persistSession: false } }),
  }
})
afterAll(async () => {
  await backend[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

/** Every row of every table of a data folder, past any server. */
async function rowsOf(dataDir: string): Promise<Record<string, unknown[]>> {
  await using copy = await temporaryFolder('rows-')
  await cp(join(dataDir, 'database'), join(copy.path, 'database'), { recursive: true })
  const pglite = await PGlite.create(join(copy.path, 'database'))
  const { rows: tables } = await pglite.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    found[name] = (await pglite.query(`select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`)).rows
  }
  await pglite.close()
  return found
}

/** Every file beside the database, with its hash. */
async function filesOf(dataDir: string): Promise<Record<string, string>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const beside = files.map((file) => file.slice(dataDir.length + 1)).filter((file) => !file.startsWith('database'))
  const hashed = beside.map(async (file) => {
    return [
      file,
      createHash('sha256')
        .update(await readFile(join(dataDir, file)))
        .digest('hex'),
    ] as const
  })
  return Object.fromEntries(await Promise.all(hashed))
}

test(
  'a restored backup has every row, every file and every key, and a session goes on in it',
  async () => {
    const operator = backend.secretClient()
    const member = await aMember(backend)
    const visitor = aVisitor()
    await backend.client().from('early_access_users').insert(visitor)
    await mailFor(backend, visitor.email, PATIENT)
    await operator.from('contact_messages').insert({ ...visitor, message: 'Hello.' })
    await operator.storage.from('downloads').upload('a folder/ünïcode.bin', Buffer.from('some bytes'))
    await operator.rpc('set_setting', { key: 'early_access_spots', value: '50', reason: 'a test' })

    const made = await adminJson(backend, ['backup', '--backups', folder.path])
    expect(made).toMatchObject({ keysElsewhere: [], files: expect.any(Number) })
    await backend.stop()
    const target = join(folder.path, 'restored')
    const restored = await runAdmin(['restore', made.file], { DATA_DIR: target })
    expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Start the server now.') })

    const rows = await rowsOf(backend.dataDir)
    expect(Object.keys(rows).length).toBeGreaterThan(20)
    expect(rows['auth.sessions']).toHaveLength(1)
    expect(await rowsOf(target)).toEqual(rows)
    const { 'database.lock': _, ...files } = await filesOf(backend.dataDir)
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['secret-key', 'signing-key.json']))
    expect(await filesOf(target)).toEqual(files)

    await backend.start()

    // Under the same public address, or its tokens would be another issuer's.
    await using again = await startBackend({ dataDir: target, env: { ...ENV, SITE_URL: backend.url } })
    const { data, error } = await again.client().auth.refreshSession({ refresh_token: member.session.refresh_token })
    expect([error, data.user?.email]).toEqual([null, member.email])
    expect((await again.client().auth.getUser(member.session.access_token)).data.user?.id).toBe(member.user.id)
    expect(await adminJson({ ...backend, url: again.url }, ['spots', 'show'])).toMatchObject({ remaining: 50 })
  },
  SLOW,
)

test(
  'a backup under load is of one moment: who was answered before is in it, and the numbers agree',
  async () => {
    await backend.secretClient().from('app_settings').update({ value: '100000' }).eq('key', 'early_access_spots')
    const before = (await adminJson(backend, ['spots', 'show'])).signups.all
    const answered: string[] = []
    const refused: unknown[] = []
    let isOver = false
    const visitors = [1, 2, 3, 4].map(async () => {
      while (!isOver) {
        const visitor = aVisitor()
        const { error } = await backend.client().from('early_access_users').insert(visitor)
        if (error === null) answered.push(visitor.email)
        else refused.push(error)
        await pause(50) // a load, and not a flood whose mails the next test would wait for
      }
    })
    await expect.poll(() => answered.length, { timeout: 60_000 }).toBeGreaterThan(8)
    const early = [...answered]
    const made = await adminJson(backend, ['backup', '--backups', folder.path])
    isOver = true
    await Promise.all(visitors)
    await backend.secretClient().from('mail_outbox').delete().is('sent_at', null) // or the next test's mail waits behind theirs
    expect(refused).toEqual([])
    expect(answered.length).toBeGreaterThan(early.length)

    const target = join(folder.path, 'loaded')
    expect((await runAdmin(['restore', made.file], { DATA_DIR: target })).code).toBe(0)
    const rows = await rowsOf(target)
    const signups = (rows['public.early_access_users'] ?? []) as { row: { email: string } }[]
    const addresses = signups.map(({ row }) => row.email)
    expect(addresses).toEqual(expect.arrayContaining(early))
    const settings = rows['public.app_settings'] as { row: { key: string; value: string } }[]
    const spots = settings.find(({ row }) => row.key === 'early_access_spots')?.row.value
    expect(Number(spots)).toBe(100000 - (signups.length - before))
    expect(rows['public.mail_outbox']?.length).toBeGreaterThanOrEqual(signups.length)
  },
  SLOW,
)

test(
  'who was erased after the backup is erased again when the restored server starts, mail files too',
  async () => {
    const member = await aMember(backend)
    const stays = aVisitor()
    for (const person of [{ name: 'Ada Lovelace', email: member.email }, stays]) {
      await backend.client().from('early_access_users').insert(person)
      await mailFor(backend, person.email, PATIENT)
    }
    const made = await adminJson(backend, ['backup', '--backups', folder.path])
    expect((await admin(backend, ['privacy', 'erase', member.email, '--yes', '--backups', folder.path])).code).toBe(0)
    // The mails that lie on the server's disk as files go with the rest.
    await expect.poll(() => mailNow(backend, member.email), { timeout: 60_000 }).toEqual([])

    const target = join(folder.path, 'erased')
    const restored = await runAdmin(['restore', made.file], { DATA_DIR: target })
    expect(restored.out).toContain('erased again when the server starts (1 on the list)')
    expect(await mailNow({ dataDir: target }, member.email)).toHaveLength(1)
    await using again = await startBackend({ dataDir: target, env: ENV })
    const there = { ...backend, url: again.url, dataDir: target }
    expect(await adminJson(there, ['privacy', 'export', member.email])).toMatchObject({
      signups: [],
      account: null,
      mails: [],
    })
    expect(await mailNow(there, member.email)).toEqual([])
    expect(await adminJson(there, ['privacy', 'export', stays.email])).toMatchObject({
      signups: [{ email: stays.email }],
    })
    expect(await mailNow(there, stays.email)).toHaveLength(1)
  },
  SLOW,
)

test(
  'a used folder, a running server, a damaged archive and a visitor’s key are refused, and nothing is changed',
  async () => {
    const made = await adminJson(backend, ['backup', '--backups', folder.path])
    const used = await runAdmin(['restore', made.file], { DATA_DIR: backend.dataDir })
    expect(used).toMatchObject({ code: 1, err: expect.stringContaining('holds data already') })
    const running = await runAdmin(['restore', made.file, '--replace', '--yes'], { DATA_DIR: backend.dataDir })
    expect(running).toMatchObject({ code: 1, err: expect.stringContaining('A server is running') })

    const elsewhere = await runAdmin(['restore', made.file], {
      DATA_DIR: '/nowhere',
      DATABASE_URL: 'postgres://db/site',
    })
    expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('DATABASE_URL is set') })

    const whole = await readFile(made.file)
    const damaged = Buffer.from(whole)
    damaged[whole.length >> 1] = (damaged[whole.length >> 1] ?? 0) ^ 0xff
    for (const [name, bytes] of [
      ['damaged.tar.gz', damaged],
      ['cut.tar.gz', whole.subarray(0, whole.length - 1000)],
      ['none.tar.gz', Buffer.from('no archive at all')],
    ] as const) {
      const file = join(folder.path, name)
      await writeFile(file, bytes)
      const target = join(folder.path, 'refused')
      const refused = await runAdmin(['restore', file], { DATA_DIR: target })
      expect(refused, name).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was restored') })
      expect(
        (await readdir(folder.path)).filter((entry) => entry.startsWith('refused')),
        name,
      ).toEqual([])
    }
    const visitor = await admin({ ...backend, secretKey: backend.publishableKey }, ['backup', '--backups', folder.path])
    expect(visitor).toMatchObject({ code: 1, err: expect.stringContaining('secret key') })

    const order = { method: 'POST', headers: { apikey: backend.secretKey } }
    const both = await Promise.all([1, 2].map(() => fetch(`${backend.url}/operations/v1/backup`, order)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    for (const answer of both) await answer.arrayBuffer()

    const target = join(folder.path, 'restored-again')
    const twice = async () => runAdmin(['restore', made.file, '--replace'], { DATA_DIR: target })
    expect((await twice()).code).toBe(0)
    expect(await twice()).toMatchObject({ code: 3, out: expect.stringContaining('nothing is deleted') })
    expect((await readdir(backend.dataDir)).filter((name) => name.startsWith('snapshot-'))).toEqual([])
  },
  SLOW,
)

test(
  'on PostgreSQL the backup says which tools are for that',
  async () => {
    await using other = await startBackend({ engine: 'postgres' })
    expect(await admin(other, ['backup', '--backups', folder.path])).toMatchObject({
      code: 1,
      err: expect.stringContaining('its own tools'),
    })
  },
  SLOW,
)
