import { once } from 'node:events'
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { brand, escapeRegExp } from '../support/brand.ts'
import { startBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { runServerUntilExit } from './run-until-exit.ts'

const onBackend = createCommonBackendTest()

const wrong: [env: Record<string, string>, sentence: string | RegExp][] = [
  [{ HOST: '192.0.2.1', PORT: '0' }, 'HOST must be an address of this machine, and 192.0.2.1 is not.\n'],
  [{ PORT: '0', SHIP_TO: '/mnt', SHIP_KEY: 'secret-word' }, /^SHIP_KEY must be a random text[^\n]+\n$/],
  [{ PORT: '0', DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:9/none' }, /^DATABASE_URL[^\n]+\n$/],
]

test.for(wrong)(
  'the server exits at start-up with a one-line error that contains no secret if the environment is %o',
  async ([env, sentence]) => {
    await using folder = await createTemporaryFolder('start-')
    const { code, output } = await runServerUntilExit({ DATA_DIR: folder.path, ...env })
    expect(code).toBe(1)
    expect(output).toMatch(sentence)
    expect(output.trimEnd().split('\n')).toHaveLength(1)
    expect(output).not.toContain('secret-word')
  },
)

test('if the port is in use, the server exits with a one-line error before it creates any data', async () => {
  await using folder = await createTemporaryFolder('start-')
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { code, output } = await runServerUntilExit({ DATA_DIR: join(folder.path, 'data'), PORT: String(port) })
  other.close()
  expect(code).toBe(1)
  expect(output).toBe(`PORT ${port} is taken by another program; stop it or set PORT to another number.\n`)
  await expect(stat(join(folder.path, 'data'))).rejects.toThrow('ENOENT')
})

test('if DATA_DIR is not a writable folder, the server exits with a one-line error', async () => {
  await using folder = await createTemporaryFolder('start-')
  await writeFile(join(folder.path, 'file'), '')
  const { code, output } = await runServerUntilExit({ DATA_DIR: join(folder.path, 'file'), PORT: '0' })
  expect(code).toBe(1)
  expect(output).toMatch(/^DATA_DIR[^\n]+\n$/)
})

test('at start-up the server prints only its address, its data and mail folders and one line that names the samples', async () => {
  await using folder = await createTemporaryFolder('start-')
  const { code, output } = await runServerUntilExit({ DATA_DIR: folder.path, PORT: '0' }, /Still samples[^\n]*\n$/)
  expect(output).toMatch(
    new RegExp(
      `^${escapeRegExp(brand.name)} is at http://localhost:\\d{4,5}\nData is kept in ${folder.path}\nMail is written to ${folder.path}/mail\nStill samples \\(see the README\\): [^\n]*downloads\n$`,
    ),
  )
  expect(output).not.toContain(':0\n')
  expect(code).toBe(0)
})

onBackend(
  'the JWT signing key file is readable by its owner only, and the key is kept across a restart',
  async (backend) => {
    const mode = (name: string) => stat(join(backend.dataDir, name)).then((file) => file.mode & 0o777)
    expect(await mode('signing-key.json')).toBe(0o600)
    const before = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`).then((answer) => answer.text())
    await backend.stop()
    await backend.start()
    expect(await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`).then((answer) => answer.text())).toBe(before)
  },
)

test('at start-up the server uses the secret key stored in the data folder by an earlier start', async () => {
  await using folder = await createTemporaryFolder('start-')
  await mkdir(folder.path, { recursive: true })
  await writeFile(join(folder.path, 'secret-key'), 'sb_secret_kept-from-an-earlier-start', { mode: 0o600 })
  await chmod(join(folder.path, 'secret-key'), 0o600)
  await using backend = await startBackend({ dataDir: folder.path, empty: true, env: { SUPABASE_SECRET_KEY: '' } })
  const ask = (apikey: string) => fetch(`${backend.url}/rest/v1/contact_messages`, { headers: { apikey } })
  expect((await ask('sb_secret_kept-from-an-earlier-start')).status).toBe(200)
  expect((await ask(backend.secretKey)).status).toBe(401)
})

onBackend('GET /health and GET /ready return 200 while the server is ready', async (backend) => {
  const health = await fetch(`${backend.url}/health`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  const ready = await fetch(`${backend.url}/ready`)
  expect([ready.status, await ready.json()]).toEqual([200, { ready: true, problem: null }])
  expect(ready.headers.get('cache-control')).toBe('no-store')
})
