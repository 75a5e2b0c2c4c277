import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { waitForMails } from '../support/mail-box.ts'
import { startConsole, type TestConsole } from '../support/start-console.ts'
import { createTestVisitor } from '../support/test-visitor.ts'
import { expectOutcome, runAdminOnBackend } from './admin-run.ts'
import { openConsoleSession, postToConsole, startOpenConsole } from './console-session.ts'

const test = createCommonBackendTest()

test('the link of the console opens one session, whose cookie is HttpOnly and SameSite=Strict', async (backend) => {
  await using console = await startConsole(backend)
  expect((await postToConsole(console, '/session', { token: `${console.token}x` })).status).toBe(401)
  const { setCookie, run } = await openConsoleSession(console)
  expect(setCookie).toMatch(/^console-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(await run('spots show')).toMatchObject({ status: 200, data: { remaining: expect.any(Number) } })
  const again = await postToConsole(console, '/session', { token: console.token })
  expect([again.status, (await again.json()).error.message]).toEqual([401, expect.stringContaining('used already')])
})

test('the console refuses calls without the cookie, the page key, its own Host and Origin, or a JSON body', async (backend) => {
  await using opened = await startOpenConsole(backend)
  const { console, session } = opened
  const call = { command: 'mail pause', fields: {} }
  const { cookie, 'x-console-key': key } = session.headers
  for (const [headers, status] of [
    [{}, 401],
    [{ cookie }, 401],
    [{ 'x-console-key': key }, 401],
    [{ cookie, 'x-console-key': `${key}x` }, 401],
    [{ cookie: `${cookie}x`, 'x-console-key': key }, 401],
    [{ ...session.headers, origin: 'https://attacker.example' }, 403],
    [{ ...session.headers, origin: 'null' }, 403],
    [{ ...session.headers, origin: 'http://127.0.0.1:1' }, 403],
    [{ ...session.headers, 'sec-fetch-site': 'cross-site' }, 403],
    [{ ...session.headers, 'sec-fetch-site': 'same-site' }, 403],
    [{ ...session.headers, 'content-type': 'text/plain' }, 400],
    [{ ...session.headers, 'content-type': 'application/x-www-form-urlencoded' }, 400],
  ] as const) {
    expect((await postToConsole(console, '/run', call, headers)).status, JSON.stringify(headers)).toBe(status)
  }
  // fetch sets Host itself, so requests with another Host (DNS rebinding) are written to a socket.
  for (const host of ['attacker.example', `localhost:${new URL(console.origin).port}`, '']) {
    const answer = await sendRaw(console, `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 40[03] /)
  }
  const withoutOrigin = await sendRaw(
    console,
    `POST /run HTTP/1.1\r\nhost: ${new URL(console.origin).host}\r\ncookie: ${cookie}\r\nx-console-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`,
  )
  expect(withoutOrigin).toMatch(/^HTTP\/1\.1 403 /)
  expect((await fetch(`${console.origin}/run`, { method: 'DELETE' })).status).toBe(403)
  const long = await postToConsole(console, '/run', `{"command":"${'x'.repeat(70_000)}"}`, session.headers)
  expect(long.status).toBe(400)
  expect(await session.run('mail list')).toMatchObject({ data: { paused: false } })
})

function sendRaw(console: TestConsole, request: string): Promise<string> {
  const { port, hostname } = new URL(console.origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

test('the console listens on loopback only (127.0.0.1 or ::1), and refuses any other --host', async (backend) => {
  await using onIpv6 = await startConsole(backend, ['--host', '::1'])
  expect(onIpv6.origin).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect(await (await openConsoleSession(onIpv6)).run('mail list')).toMatchObject({ data: { paused: false } })
  await expect(fetch(onIpv6.origin.replace('[::1]', '127.0.0.1')), 'only on ::1').rejects.toThrow('fetch failed')
  await using console = await startConsole(backend)
  const { port } = new URL(console.origin)
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((one) => one !== undefined && one.family === 'IPv4' && !one.internal)
  for (const { address } of others.filter((one) => one !== undefined)) {
    await expect(fetch(`http://${address}:${port}/`), address).rejects.toThrow('fetch failed')
  }
  for (const host of ['0.0.0.0', '::', 'localhost', '192.0.2.1']) {
    await expectOutcome(runAdminOnBackend(backend, ['console', '--host', host]), 2, '--host is 127.0.0.1 or ::1')
  }
  expect(await runAdminOnBackend(backend, ['console', '--port', '99999'])).toMatchObject({ code: 2 })
  await expectOutcome(runAdminOnBackend(backend, ['console', '--port', port]), 1, `Port ${port} of 127.0.0.1 is in use`)
})

test('every response of the console has the security headers of the site, and none contains the secret key', async (backend) => {
  await using opened = await startOpenConsole(backend)
  const { console, session } = opened
  const site = await fetch(backend.url)
  const ours = await fetch(console.origin)
  const names =
    'x-content-type-options cross-origin-opener-policy cross-origin-resource-policy permissions-policy x-frame-options'
  for (const name of names.split(' ')) {
    expect(ours.headers.get(name), name).toBe(site.headers.get(name))
  }
  const policy = ours.headers.get('content-security-policy') ?? ''
  for (const rule of [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "object-src 'none'"],
    ...["base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"],
  ]) {
    expect(policy.split('; ')).toContain(rule)
  }
  const texts: string[] = [await ours.text()]
  for (const command of 'today,settings show,doctor,mail list,acts list,nowhere,restore,spots set'.split(',')) {
    texts.push(JSON.stringify(await session.run(command)))
  }
  const paths = '/ /people /../../secret-key /%2e%2e/%2e%2e/package.json /assets/../index.html //x'
  for (const path of paths.split(' ')) {
    const response = await fetch(console.origin + path)
    expect(response.headers.get('content-security-policy'), path).toBe(policy)
    texts.push(await response.text())
  }
  texts.push(console.output())
  for (const text of texts) expect(text).not.toContain(backend.secretKey)
})

test('every mail preview needs the session, blocks scripts, has a plain-text version, and is rendered in the requested colour scheme', async (backend) => {
  await using opened = await startOpenConsole(backend)
  const { console, session } = opened
  const { cookie } = session.headers
  const { kinds } = (await session.run('mail preview')).data
  expect(kinds.length).toBeGreaterThan(10)
  for (const kind of kinds) {
    const url = `${console.origin}/mail-previews/${kind}`
    expect((await fetch(url)).status, kind).toBe(401)
    const dark = await fetch(`${url}?scheme=dark`, { headers: { cookie } })
    const policy = dark.headers.get('content-security-policy')
    expect(policy, kind).toMatch(/^sandbox; default-src 'none'; .*frame-ancestors 'self'$/)
    const [inDark, inLight] = [await dark.text(), await (await fetch(url, { headers: { cookie } })).text()]
    expect(inDark, kind).toContain('@media all {')
    expect(inLight, kind).toContain('@media not all {')
    expect(inDark, kind).toContain('src="data:image/png;base64,')
    expect(inDark, kind).not.toContain('"cid:')
    const { subject, text } = (await session.run('mail preview', { kind })).data
    expect(subject.trim().length, kind).toBeGreaterThan(5)
    expect(text.trim().length, kind).toBeGreaterThan(50)
  }
  expect((await fetch(`${console.origin}/mail-previews/nowhere`, { headers: { cookie } })).status).toBe(400)
  const visitor = createTestVisitor()
  expect(await session.run('mail test', { kind: 'welcome_free', to: visitor.email })).toMatchObject({ status: 200 })
  expect(await waitForMails(backend, visitor.email)).toHaveLength(1)
})
