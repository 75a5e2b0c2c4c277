import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadFilePrefix } from '../support/brand.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { runAdminJson, runAdminOnBackend, runAdminProgram, runAdminWithEnvironment } from './admin-run.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

/** Starts an HTTP server on localhost that responds to every request with `page(path)`. */
async function serve(page: (path: string) => string) {
  const server = createServer(({ url }, response) => response.end(page(url ?? '/'))).listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://localhost:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const findingsOf = (report: { findings: { state: string; what: string }[] }, state: string) =>
  report.findings.filter((finding) => finding.state === state).map(({ what }) => what)

test('the doctor command on a fresh server reports advice but no failure and exits with 0', async () => {
  const { code, out } = await runAdminOnBackend(backend, ['doctor'])
  expect(code, out).toBe(0)
  expect(out).toMatch(/✓ visitors’ rights +they can read the number of spots and nothing else/)
  expect(out).toMatch(/! release +the downloads are samples/)
  expect(out).toMatch(/! mail +no SMTP_URL/)
  expect(out).toMatch(/✓ mail headers +a sample mail has all of them/)
  expect(out).toMatch(/0 broken, \d+ to look into/)
})

test('the doctor command gives advice after a request with X-Forwarded-For from a proxy that is not configured as trusted', async () => {
  const answer = await fetch(`${backend.url}/health`, { headers: { 'x-forwarded-for': '192.0.2.7' } })
  await answer.body?.cancel()
  expect(findingsOf(await runAdminJson(backend, ['doctor']), 'advice')).toContain('proxy')
})

test('the doctor command reports pages whose canonical URL and SITE_URL have different origins, and names both', async () => {
  const page = (path: string) => `<head><link rel="canonical" href="https://old.example${path}"></head>`
  await using proxy = await serve((path) => page(path))
  await using behind = await startBackend({ env: { SITE_URL: proxy.url } })
  const { code, out } = await runAdminProgram(['doctor'], {
    SUPABASE_URL: behind.url,
    SUPABASE_SECRET_KEY: behind.secretKey,
  })
  expect(code, out).toBe(1)
  const named = ['/', '/download', '/terms', '/privacy'].map((path) => `https://old.example${path}`).join(', ')
  expect(out).toContain(`they tell search engines ${named}, but SITE_URL is ${proxy.url}\n`)
})

test('the doctor command reports a page whose canonical URL is missing or not an HTTP URL', async () => {
  await using proxy = await serve((path) => (path === '/' ? '<link rel="canonical" href="javascript:x">' : ''))
  await using behind = await startBackend({ env: { SITE_URL: proxy.url } })
  const site = { SUPABASE_URL: behind.url, SUPABASE_SECRET_KEY: behind.secretKey }
  expect((await runAdminProgram(['doctor'], site)).out).toMatch(
    /✗ pages +they tell search engines no canonical address,/,
  )
})

test('the doctor command names each broken part (spots, mail, release) and exits with 1', async () => {
  const operator = backend.secretClient()
  await operator.from('app_settings').delete().eq('key', 'early_access_spots')
  await operator.from('app_settings').update({ value: '0' }).eq('key', 'mail_per_hour')
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
  await operator.from('mail_outbox').insert({ kind: 'welcome_free', recipient: 'ada@example.com', due_at: anHourAgo })
  await operator.storage.from('downloads').remove([`latest/${downloadFilePrefix}-arm64.dmg`])
  const site = { SUPABASE_URL: backend.url, SUPABASE_SECRET_KEY: backend.secretKey }
  const { code, out } = await runAdminProgram(['doctor', '--json'], site)
  expect(code).toBe(1)
  expect(findingsOf(JSON.parse(out), 'broken')).toEqual(['spots', 'mail', 'release'])
})

test('admin CLI errors name the unreachable server or invalid input, and docs/operations.md lists every error code', async () => {
  const away = await runAdminWithEnvironment(['doctor'], {
    SUPABASE_URL: 'http://127.0.0.1:9',
    SUPABASE_SECRET_KEY: 'sb_secret_x',
  })
  expect(away).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') })
  for (const name of ['SUPABASE_URL', 'SITE_URL']) {
    const { err } = await runAdminWithEnvironment(['doctor'], { [name]: 'nonsense', SUPABASE_SECRET_KEY: 'x' })
    expect(err).toContain(`${name}: "nonsense" is not an http or https address.`)
  }
  expect((await runAdminWithEnvironment(['doctor'], { DATA_DIR: '/nowhere' })).err).toContain(
    'secret-key cannot be read',
  )
  expect((await runAdminWithEnvironment(['spots', 'sing'], {})).err).toContain('"spots sing" is not a command.')
  expect(await runAdminProgram(['sing'], {})).toMatchObject({
    code: 2,
    err: expect.stringContaining('"sing" is not a command.'),
  })

  const root = join(import.meta.dirname, '../..')
  const catalogue = readFileSync(join(root, 'admin/src/failures.ts'), 'utf8')
  const codes = [...catalogue.matchAll(/^ {2}(\w+): \{ ?\n? *exitCode/gm)].map(([, code]) => code)
  const docs = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  expect(codes.length).toBeGreaterThan(10)
  expect(new Set([...docs.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => code))).toEqual(new Set(codes))
})

test('docs/operations.md names every admin CLI command, and the word help prints the same text as --help', async () => {
  const { out, code } = await runAdminProgram(['--help'], {})
  expect(code).toBe(0)
  const docs = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const commands = [...out.matchAll(/^ {2}((?:[a-z-]+ ){0,2}[a-z-]+)(?: \[?[A-Z]+\]?)* {2,}\S/gm)].map(
    ([, command]) => command ?? '',
  )
  expect(commands.length).toBeGreaterThan(20)
  for (const command of commands) expect(docs, command).toContain(`admin -- ${command}`)
  const overview = (await runAdminWithEnvironment(['--help'], {})).out
  const publish = (await runAdminWithEnvironment(['release', 'publish', '--help'], {})).out
  for (const [command, help] of [
    [['help'], overview],
    [['help', 'release', 'publish'], publish],
    [['release', 'help'], (await runAdminWithEnvironment(['release', '--help'], {})).out],
    [['doctor', 'help'], (await runAdminWithEnvironment(['doctor', '--help'], {})).out],
  ] as const) {
    expect(await runAdminWithEnvironment(command, {}), command.join(' ')).toMatchObject({ code: 0, out: help })
  }
  expect(publish).toMatch(/Examples:\n.*release publish --version/)
})
