import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { SAMPLES } from '@site/contract/samples'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brand, downloadFilePrefix } from '../support/brand.ts'
import { type SmtpScript, startScriptedMailServer } from '../support/scripted-mail-server.ts'
import { startMailServer } from '../support/smtp-server.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { testWithSql } from '../support/test-with-sql.ts'
import { runAdminJson, runAdminOnBackend, runAdminProgram, runAdminWithEnvironment } from './admin-run.ts'

/** How Postfix refuses a client whose name in EHLO is not a fully-qualified domain. */
const STRICT = '504 5.5.2 Helo command rejected: need fully-qualified hostname'

let backend: TestBackend
beforeAll(async () => {
  backend = await startBackend({ ownDatabase: true })
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
  expect(out).toMatch(/✓ visitors’ rights +they can read the number of places and nothing else/)
  const samples = Object.values(SAMPLES).filter(({ name, advice }) =>
    out.replaceAll(/ +/g, ' ').includes(`! ${name} ${advice}\n`),
  )
  expect(samples).toEqual(expect.arrayContaining([SAMPLES.founders, SAMPLES['demo-video'], SAMPLES.downloads]))
  expect(out).toMatch(/! mail +no SMTP_URL/)
  expect(out).toMatch(/! backup +No backup yet\./)
  expect(out).toMatch(new RegExp(`0 broken, \\d+ to look into, ${samples.length} before you publish, \\d+ fine\\.`))
  await using folder = await createTemporaryFolder('doctor-')
  expect((await runAdminOnBackend(backend, ['backup', '--to', join(folder.path, 'site.tar.gz')])).code).toBe(0)
  expect((await runAdminOnBackend(backend, ['doctor'])).out).toMatch(
    /✓ backup +the last one was made \w{3} \d{1,2}, \d{4}, /,
  )
})

test('the doctor command gives advice after a request with X-Forwarded-For from a proxy that is not configured as trusted', async () => {
  const answer = await fetch(`${backend.url}/health`, { headers: { 'x-forwarded-for': '192.0.2.7' } })
  await answer.body?.cancel()
  expect(findingsOf(await runAdminJson(backend, ['doctor']), 'advice')).toContain('proxy')
})

test('the doctor command reports pages whose canonical URL has another origin than SITE_URL, is missing, or is not an HTTP URL', async () => {
  const canonical = (address: string) => `<head><link rel="canonical" href="${address}"></head>`
  let page = (path: string) => canonical(`https://old.example${path}`)
  await using proxy = await serve((path) => page(path))
  await using behind = await startBackend({ env: { SITE_URL: proxy.url } })
  const { code, out } = await runAdminOnBackend(behind, ['doctor'])
  expect(code, out).toBe(1)
  const named = ['/', '/download', '/terms', '/privacy'].map((path) => `https://old.example${path}`).join(', ')
  expect(out).toContain(`they tell search engines ${named}, but SITE_URL is ${proxy.url}\n`)
  page = (path) => (path === '/' ? canonical('javascript:x') : '')
  expect((await runAdminOnBackend(behind, ['doctor'])).out).toMatch(
    /✗ pages +they tell search engines no canonical address,/,
  )
})

test('pages have the publishable key of the server, and doctor reads it from the page and reports one that the server refuses', async () => {
  const own = { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_own-key-of-this-site' }
  await using server = await startBackend({ env: own })
  const page = await (await fetch(server.url)).text()
  expect(page).toContain(`content="${own.SUPABASE_PUBLISHABLE_KEY}"`)
  const fine = await runAdminJson(server, ['doctor'])
  expect(findingsOf(fine, 'ok')).toContain('visitors’ rights')
  await using stale = await serve(() => page.replace('own-key', 'other-key'))
  await using behind = await startBackend({ env: { ...own, SITE_URL: stale.url } })
  const { code, out } = await runAdminOnBackend(behind, ['doctor'])
  expect(code).toBe(1)
  expect(out).toMatch(/✗ visitors’ rights +the server does not accept the publishable key of the pages/)
})

test('the doctor command names each broken part (places, mail, release) and exits with 1', async () => {
  const operator = backend.secretClient()
  await operator.from('app_settings').delete().eq('key', 'early_access_spots')
  const [anHourAgo, inAnHour] = [-3_600_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString())
  await operator
    .from('mail_outbox')
    .insert({ kind: 'welcome_free', recipient: 'ada@example.com', due_at: inAnHour, first_due_at: anHourAgo })
  await operator.storage.from('downloads').remove([`latest/${downloadFilePrefix}-arm64.dmg`])
  const { code, out } = await runAdminOnBackend(backend, ['doctor', '--json'])
  expect(code).toBe(1)
  expect(findingsOf(JSON.parse(out), 'broken')).toEqual(['places', 'mail', 'release'])
})

test('the doctor command asks the mail server with the name and sender of the mails, shows its reply, and fails when it refuses; today names a refusal that paused the queue', async () => {
  const script: SmtpScript = {
    'RCPT TO': (name) => (name.includes('.') && !name.startsWith('[') ? '250 2.1.5 Ok for now' : STRICT),
  }
  await using server = await startScriptedMailServer(script)
  const env = { SMTP_URL: server.url, MAIL_FROM: 'Fondly <news@mail.fondly.example>' }
  await using sending = await startBackend({ env })
  const accepted = await runAdminOnBackend(sending, ['doctor'])
  expect(accepted.out).toMatch(/✓ mail server +accepts mail: 250 2\.1\.5 Ok for now/)
  expect(server.commands.slice(0, 4)).toEqual([
    'EHLO mail.fondly.example',
    'MAIL FROM:<news@mail.fondly.example>',
    `RCPT TO:<${brand.mailboxes.team}>`,
    'RSET',
  ])
  script['MAIL FROM'] = '553 5.7.1 Sender address rejected: not owned by user'
  // The result of a check is kept for five seconds.
  const doctor = async () => (await runAdminOnBackend(sending, ['doctor'])).out
  await expect
    .poll(doctor, { interval: 1_000 })
    .toMatch(
      /✗ mail server +accepts no mail: SMTP 553 5\.7\.1 to MAIL FROM: 553 5\.7\.1 Sender address rejected: not owned by user/,
    )

  delete script['MAIL FROM']
  script.message = '550-5.4.5 Daily user sending limit\n550 5.4.5 exceeded'
  const operator = sending.secretClient()
  const recipients = Array.from({ length: 6 }, () => ({
    kind: 'welcome_free',
    recipient: createTestVisitor().email,
    data: { name: 'Ada' },
  }))
  expect((await operator.from('mail_outbox').insert(recipients)).error).toBeNull()
  const refusing = /the mail server has accepted no mail since .* \(SMTP 550 5\.4\.5.*\); next attempt: /
  await expect
    .poll(async () => (await runAdminOnBackend(sending, ['today'])).out, { timeout: 60_000 })
    .toMatch(refusing)
  expect(sending.log()).toContain('"event":"mail_server_failing"')
  const { code, out } = await runAdminOnBackend(sending, ['doctor'])
  expect(code).toBe(1)
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(/✗ mail 6 waiting: the mail server has accepted no mail/)
  expect((await runAdminOnBackend(sending, ['mail', 'list'])).out).toMatch(refusing)
  const { data } = await operator.from('mail_outbox').select('gave_up_at').not('gave_up_at', 'is', null)
  expect(data).toEqual([])
})

test('with one mail waiting for 16 minutes, doctor, today and mail test tell a mail server that is down from an hourly limit, a pause and a restore', async () => {
  const away = await startMailServer()
  const { url } = away
  await away[Symbol.asyncDispose]()
  await using sending = await startBackend({ env: { SMTP_URL: url } })
  const operator = sending.secretClient()
  const due_at = new Date(Date.now() - 16 * 60_000).toISOString()
  const mail = { kind: 'welcome_free', recipient: createTestVisitor().email, data: { name: 'Ada' }, due_at }
  const set = (key: string, value: string) => operator.from('app_settings').update({ value }).eq('key', key)
  const shown = async () => {
    const [doctor, today] = [await runAdminOnBackend(sending, ['doctor']), await runAdminOnBackend(sending, ['today'])]
    return [doctor.out, today.out].map((out) => /^.*?(?:[✗!✓] mail {2,}|Mail is \w+ {2,})(.*)$/m.exec(out)?.[1] ?? out)
  }
  await set('mail_per_hour', '0')
  expect((await operator.from('mail_outbox').insert(mail)).error).toBeNull()
  for (const text of await shown())
    expect(text).toMatch(
      /^1 waiting for the hourly limit, 0 were sent in the last hour; the oldest has been due for \d+ minutes/,
    )
  await set('mail_per_hour', '1000')
  const failing =
    /^1 waiting: the mail server has accepted no mail since .* \(No mail server at 127.0.0.1:\d+: ECONNREFUSED\)/
  // The worker attempts the mail within seconds. Its retry is not due then, and it is late nevertheless.
  await expect.poll(async () => (await shown())[0], { timeout: 60_000 }).toMatch(failing)
  for (const text of await shown()) expect(text).toMatch(failing)
  await set('mail_paused', 'true')
  for (const text of await shown()) expect(text).toBe('paused, 1 waiting; to send them: mail pause --off')
  const test_ = () => runAdminOnBackend(sending, ['mail', 'test', 'welcome_free', '--to', 'grace@example.com'])
  expect(await test_()).toMatchObject({
    code: 1,
    out: expect.stringContaining('not sent and waits in the outbox: paused'),
  })
  await set('sending_held', 'true')
  for (const text of await shown())
    expect(text).toMatch(/^nothing has been sent since a restore, 2 waiting; to send them: resume$/)
  await set('sending_held', 'false')
  await set('mail_paused', 'false')
  expect(await test_()).toMatchObject({ code: 1, out: expect.stringContaining('No mail server at ') })
  await using back = await startMailServer('takes', Number(new URL(url).port))
  expect(await test_()).toMatchObject({ code: 0, out: 'The test email to grace@example.com was accepted.\n' })
  expect(back.taken.map(({ to }) => to).flat()).toContain('grace@example.com')
})

test('admin CLI errors name the unreachable server or invalid input', async () => {
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
})

test('the word help prints the same text as --help', async () => {
  expect((await runAdminWithEnvironment(['--help'], {})).code).toBe(0)
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

testWithSql(
  'a migration that was changed after it was applied is named at the start and by the doctor command',
  async (backend, sql) => {
    await backend.stop()
    await sql(`update supabase_migrations.schema_migrations set statements = array['create table earlier ()']`)
    await backend.start()
    await expect
      .poll(() => backend.log())
      .toMatch(/^Attention: The migration \d{14}_baseline\.sql was changed after this database applied it/m)
    const { out } = await runAdminOnBackend(backend, ['doctor'])
    expect(out).toMatch(/^! migrations +The migration \d{14}_baseline\.sql was changed after this database applied it/m)
  },
)
