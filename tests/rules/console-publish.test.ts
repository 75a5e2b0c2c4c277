import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createCommonBackendTest } from '../support/backend-test.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createWindowsExecutable, writeTestInstallers } from './admin-release-files.ts'
import { runAdminJson } from './admin-run.ts'
import type { ParsedJson } from './auth-call.ts'
import {
  postToConsole,
  sendConsoleFile,
  sendConsolePart,
  startOpenConsole,
  streamConsoleCall,
} from './console-session.ts'
import { createPinnedEnvironment, writeTestReleaseKey } from './release-key-environment.ts'

const test = createCommonBackendTest()

/** Starts a console, and creates a folder for installers and a folder for the temporary files of the console. */
async function startPublishing(backend: TestBackend, environment: Record<string, string> = {}) {
  const stack = new AsyncDisposableStack()
  const folder = stack.use(await createTemporaryFolder('installers-'))
  const temporary = stack.use(await createTemporaryFolder('console-files-'))
  const env = { TMPDIR: temporary.path, ...environment }
  const { console, session } = stack.use(await startOpenConsole(backend, env))
  const leftOver = async () => (await readdir(temporary.path)).filter((name) => name.startsWith('site-console-'))
  const publish = (fields: object, more: object = {}) =>
    streamConsoleCall(console, session.headers, { command: 'release publish', fields, ...more })
  const send = (name: string, bytes: Buffer, beside?: string) =>
    sendConsoleFile(console, session.headers, { name, bytes, ...(beside === undefined ? {} : { beside }) })
  const filesLeft = async () => {
    const [own] = await leftOver()
    return own === undefined ? [] : (await readdir(join(temporary.path, own))).filter((name) => name !== 'lock')
  }
  /** Takes a file of the computer by its path. */
  const take = async (path: string): Promise<ParsedJson> =>
    (await postToConsole(console, '/files/take', { path }, session.headers)).json()
  const sendAll = async (bytes: Record<'windows' | 'intel' | 'silicon', Buffer>) => ({
    windows: await send('Setup.exe', bytes.windows),
    'mac-intel': await send('App.dmg', bytes.intel),
    'mac-silicon': await send('App.dmg', bytes.silicon),
  })
  const version = async (): Promise<string> => (await runAdminJson(backend, ['release', 'list'])).current
  return {
    ...{ backend, folder: folder.path, temporary: temporary.path, env, console, session, publish, send, sendAll, take },
    ...{ leftOver, filesLeft, version },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('a confirmation is rejected after a file was changed, and error messages contain no temporary paths', async (backend) => {
  await using site = await startPublishing(backend)
  const { publish, send, take } = site
  const { paths, bytes } = await writeTestInstallers(site.folder, 'first')
  const windows = (await take(paths.windows)).id
  const fields = { ...(await site.sendAll(bytes)), version: '1.0.0', windows }
  const asked = await publish(fields)
  await writeFile(paths.windows, createWindowsExecutable())
  const changed = (await publish(fields, { confirmation: asked.last.confirmation })).last.error
  expect(changed.message).toContain('Nothing was done')

  const other = { ...fields, windows: await send('Setup.exe', createWindowsExecutable({ machine: 0xaa64 })) }
  expect((await publish(other)).last.error).toEqual({
    code: 'bad_release',
    message: 'Setup.exe: it is made for ARM64, and the page offers it for x64',
    hint: 'Nothing was uploaded.',
  })
  for (const [wrong, message] of [
    [{ ...fields, version: 'next' }, '--version is one such as 1.4.0, and "next" is not.'],
    [{ version: '1.0.0', windows }, '--mac-intel is missing.'],
    [{ ...fields, staged: '25' }, '--staged needs --key'],
    [{ ...fields, windows: 'unknown' }, 'A chosen file is gone.'],
    [{ ...fields, windows: paths.windows }, 'A chosen file is gone.'],
    [{ ...fields, base: 'https://cdn.example/' }, '"base" is not a field'],
    [{ ...fields, check: true }, '"check" is not a field'],
  ] as const) {
    expect((await publish(wrong)).last.error.message).toContain(message)
  }
  expect((await take('Setup.exe')).error.message).toContain('not a path from the root')
  expect((await take(site.folder)).error.message).toContain('that is a folder')
  expect((await take('/nowhere/x')).error.message).toBe('/nowhere/x: no such file or folder.')
  expect(await site.version()).toBe('0.0.0 (sample)')
})

test('a release is signed with the passphrase from the page, which is in no output, audit log or response', async () => {
  await using keyFolder = await createTemporaryFolder('key-')
  const key = await writeTestReleaseKey(keyFolder.path)
  const { RELEASE_KEY_PASSPHRASE: passphrase = '', ...none } = key.env
  expect(none).toEqual({})
  await using backend = await startBackend()
  const { RELEASE_KEY_PASSPHRASE: _, ...env } = createPinnedEnvironment(backend.url, key)
  await using site = await startPublishing(backend, env)
  const { publish, session } = site
  const { bytes } = await writeTestInstallers(site.folder, 'first')
  const files = await site.sendAll(bytes)
  const fields = { version: '1.0.0', key: (await site.take(key.file)).id, staged: '25', ...files }
  expect((await publish({ version: '1.0.0', ...files })).last.error.message).toContain('--key is missing')
  expect((await publish(fields)).last.error.message).toBe('The release key needs a passphrase.')
  const wrong = await publish(fields, { secret: 'wrong words here' })
  expect(wrong.last.error.message).toBe('The passphrase of the release key is wrong.')
  const asked = await publish(fields, { secret: passphrase })
  expect(asked.last.preview).toMatchObject({ keyId: key.signer.keyId })
  const done = await publish(fields, { secret: passphrase, confirmation: asked.last.confirmation })
  expect(done.last.data).toMatchObject({ published: true, keyId: key.signer.keyId, release: { staged: 25 } })
  expect(await session.run('release publish', { secret: passphrase })).toMatchObject({ status: 400 })
  const pauseMail = { command: 'mail pause', fields: {}, secret: passphrase }
  const refused = await postToConsole(site.console, '/run', pauseMail, session.headers)
  expect(refused.status, 'no other command takes a secret').toBe(400)
  const texts = [site.console.output(), JSON.stringify((await session.run('acts list')).data), JSON.stringify(done)]
  for (const text of texts) expect(text).not.toContain(passphrase)
  expect(await readFile(key.file, 'utf8'), 'a file of the computer is not deleted').toContain('untrusted comment')
})

test('a publication stops when the page closes the connection; discarded files and files of a killed console are deleted', async (backend) => {
  await using site = await startPublishing(backend)
  const { publish, session, console } = site
  const { bytes, paths } = await writeTestInstallers(site.folder, 'first')
  // The last file is large, so that the upload is stopped after the others were stored.
  await writeFile(paths.silicon, Buffer.concat([Buffer.alloc(150_000_000), bytes.silicon]))
  const small = await site.sendAll(bytes)
  await postToConsole(console, '/files/discard', { ids: [small['mac-silicon']] }, session.headers)
  const fields = { ...small, version: '1.0.0', 'mac-silicon': (await site.take(paths.silicon)).id }
  const asked = await publish(fields)
  const stop = new AbortController()
  const call = { command: 'release publish', fields, confirmation: asked.last.confirmation }
  const answer = await fetch(`${console.origin}/run`, {
    method: 'POST',
    headers: { origin: console.origin, 'content-type': 'application/json', ...session.headers },
    body: JSON.stringify(call),
    signal: stop.signal,
  })
  const lines = answer.body?.pipeThrough(new TextDecoderStream()) ?? []
  for await (const text of lines) if (Number(/"Uploading","done":(\d+)/.exec(text)?.[1]) > 10_000_000) break
  stop.abort()
  const lastAct = async () => (await session.run('acts list')).data[0]
  await expect.poll(lastAct, { timeout: 20_000 }).toMatchObject({ act: 'release publish', outcome: 'failed' })
  expect(await site.version()).toBe('0.0.0 (sample)')
  const { data } = await site.backend.secretClient().storage.from('downloads').list('1.0.0')
  expect(data, 'nothing of the release is left in the storage').toEqual([])

  await postToConsole(console, '/files/discard', { ids: [small['mac-intel']] }, session.headers)
  expect(await site.filesLeft()).toHaveLength(1)
  await console.kill()
  expect(await site.leftOver()).toHaveLength(1)
  await using next = await startOpenConsole(site.backend, site.env)
  expect(await site.leftOver(), 'the next start deletes them').toEqual([])
  const own = await sendConsoleFile(next.console, next.session.headers, { name: 'x.exe', bytes: bytes.intel })
  expect(own).toMatch(/^[\w-]{22}$/)
  await using other = await startOpenConsole(site.backend, site.env)
  expect(other.console.link).toContain('127.0.0.1')
  expect(await site.leftOver(), 'the files of a running console stay').toHaveLength(1)
})

test('the console accepts parts of a file only in order, up to its size, in a session, from its own origin and as bytes', async (backend) => {
  await using site = await startPublishing(backend)
  const { console, session } = site
  const { headers } = session
  const created = async (description: object) => {
    const answer = await postToConsole(console, '/files/new', description, headers)
    const body: ParsedJson = await answer.json()
    return { status: answer.status, body }
  }
  for (const name of ['../x.exe', '..', 'a/b.exe', 'a\\b.exe', 'a\u0000.exe', '', 'x'.repeat(201)]) {
    expect(await created({ name, size: 1 }), name).toMatchObject({
      status: 400,
      body: { error: { message: 'The name of the file is not usable. Rename it.' } },
    })
  }
  expect(await created({ name: 'x.exe', size: 6 * 1024 ** 3 })).toMatchObject({ status: 409 })
  expect(await created({ name: 'x.exe', size: -1 })).toMatchObject({ status: 400 })
  const { id } = (await created({ name: 'x.exe', size: 4 })).body
  const part = (offset: number, text: string, more: Record<string, string> = {}) =>
    sendConsolePart(console, { ...headers, ...more }, id, offset, new TextEncoder().encode(text))
  expect((await part(2, 'ab')).status, 'not at the end of what was received').toBe(409)
  expect((await part(0, 'ab')).status).toBe(200)
  expect((await part(0, 'ab')).status, 'a part twice').toBe(409)
  expect((await part(2, 'abc')).status, 'more than its size').toBe(409)
  expect((await part(2, 'ab', { 'x-console-key': 'x' })).status).toBe(401)
  expect((await part(2, 'ab', { origin: 'https://attacker.example' })).status).toBe(403)
  const asText = await fetch(`${console.origin}/files/${id}/2`, {
    method: 'POST',
    headers: { origin: console.origin, ...headers, 'content-type': 'text/plain' },
    body: 'ab',
  })
  expect(asText.status).toBe(400)
  const incomplete = await site.publish({ version: '1.0.0', windows: id })
  expect(incomplete.last.error.message).toBe('x.exe has not been read completely.')
})

test('the memory of the console grows by less than 120 MB while it receives a file of 300 MB', async (backend) => {
  await using site = await startPublishing(backend)
  const { console, session } = site
  const size = 300_000_000
  const created = await postToConsole(console, '/files/new', { name: 'big.exe', size }, session.headers)
  const { id }: ParsedJson = await created.json()
  const part = new Uint8Array(7_500_000)
  let highest = 0
  const before = await readMemory(console.pid)
  for (let offset = 0; offset < size; offset += part.length) {
    expect((await sendConsolePart(console, session.headers, id, offset, part)).status).toBe(200)
    highest = Math.max(highest, await readMemory(console.pid))
  }
  const [folder = ''] = await site.leftOver()
  const [own = ''] = await site.filesLeft()
  expect((await stat(join(site.temporary, folder, own, 'big.exe'))).size).toBe(size)
  expect(highest - before, 'the growth in kB').toBeLessThan(120_000)
  await postToConsole(console, '/files/discard', { ids: [id] }, session.headers)
  expect(await site.filesLeft()).toEqual([])
})

/** Returns the resident memory of a process in kB. */
async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1])
}
