import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { resolveTrustedDownloadLink } from '@site/contract/downloads'
import { productSchema } from '@site/contract/product'
import { releaseSchema } from '@site/releases/release'
import { getManifestInstaller, isReleaseAsInManifest, openSignedManifest } from '@site/releases/release-manifest'
import { parse } from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { downloadFilePrefix } from '../support/brand.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { writeTestInstallers } from './admin-release-files.ts'
import { runAdminJson, runAdminOnBackend } from './admin-run.ts'
import { writeTestReleaseKey } from './release-key-environment.ts'
import { readPointers } from './release-pointers.ts'

// `release publish --base`: installers on another host.

const PRODUCT_FILE = new URL('../../website/dist/product.json', import.meta.url)

let trustedBases: string[] = []
let releaseKeys: string[] = []
beforeEach(() => {
  trustedBases = []
  releaseKeys = []
})

/** Runs a command with a product whose download page trusts `trustedBases`, and whose releases are signed with `releaseKeys`. */
function runAdmin(backend: TestBackend, args: readonly string[], env: Record<string, string> = {}) {
  const product: unknown = JSON.parse(readFileSync(PRODUCT_FILE, 'utf8'))
  const trusting = { ...parse(productSchema, product), installerBases: trustedBases, releaseKeys }
  return runAdminOnBackend(backend, args, { PRODUCT: JSON.stringify(trusting), ...env })
}

/** Starts another host that serves files by name. A test can replace its response to a file. */
async function startFileHost(files: Record<string, Uint8Array>) {
  const odd = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    const name = basename(decodeURIComponent(request.url ?? ''))
    requests.push(`${request.method} ${name}`)
    const special = odd.get(name)
    if (special) return special(request, response)
    const bytes = files[name]
    if (bytes === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-length': bytes.length }).end(request.method === 'HEAD' ? undefined : bytes)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    base: `http://127.0.0.1:${address.port}/app/1.0.0/`,
    odd,
    requests,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Writes installers and starts a host with the same files. */
async function startHostWithInstallers(folder: string) {
  const { bytes, options } = await writeTestInstallers(folder, 'Fondly 1.0.0')
  const names = { windows: 'Fondly 1.0.0.exe', intel: 'Fondly 1.0.0-intel.dmg', silicon: 'Fondly 1.0.0-silicon.dmg' }
  const files = { [names.windows]: bytes.windows, [names.intel]: bytes.intel, [names.silicon]: bytes.silicon }
  return { host: await startFileHost(files), names, bytes, options }
}

const versionUrl = (backend: TestBackend) =>
  backend.client().storage.from('downloads').getPublicUrl('latest/version.json').data.publicUrl

async function readVersion(backend: TestBackend) {
  return parse(releaseSchema, await (await fetch(versionUrl(backend), { cache: 'no-store' })).json())
}

test('release publish --base links to the files on the trusted host without uploading them, and rollback returns to it', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('remote-')
  const { host, names, bytes, options } = await startHostWithInstallers(folder.path)
  await using _host = host
  trustedBases = [host.base.replace('1.0.0/', '')]
  const publish = ['release', 'publish', '--version', '1.0.0', ...options, '--base', host.base.slice(0, -1)]
  expect(await runAdmin(backend, [...publish, '--verify-remote'])).toMatchObject({ code: 0, err: '' })
  expect(host.requests).toContain(`GET ${names.windows}`)

  const release = await readVersion(backend)
  const link = `${host.base}Fondly%201.0.0.exe`
  expect(release).toMatchObject({
    version: '1.0.0',
    downloads: { 'windows-x64': link },
    size: { 'windows-x64': bytes.windows.length },
    sha256: { 'windows-x64': expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(resolveTrustedDownloadLink(link, versionUrl(backend), trustedBases)).toBe(link)
  expect(resolveTrustedDownloadLink(link, versionUrl(backend))).toBeNull()
  const stored = await backend.secretClient().storage.from('downloads').list('1.0.0')
  expect(stored.data?.map(({ name }) => name)).toEqual(['version.json'])
  // No fallback link leads to a placeholder of the sample release.
  expect((await backend.secretClient().storage.from('downloads').list('latest')).data?.map(({ name }) => name)).toEqual(
    ['version.json'],
  )

  const second = await writeTestInstallers(folder.path, 'second')
  expect((await runAdmin(backend, ['release', 'publish', '--version', '1.1.0', ...second.options])).code).toBe(0)
  expect(await runAdminJson(backend, ['release', 'rollback'])).toEqual({ before: '1.1.0', version: '1.0.0' })
  expect((await readVersion(backend)).downloads['windows-x64']).toBe(link)
  // The running server was built without this host, so its page would not accept the link.
  expect((await runAdmin(backend, ['doctor'])).out).toMatch(/✗ release +windows-x64 has no link/)
  const fallback = backend.client().storage.from('downloads').getPublicUrl(`latest/${downloadFilePrefix}-arm64.dmg`)
  expect((await fetch(fallback.data.publicUrl)).ok, 'the file of 1.1.0, which was rolled back').toBe(false)

  // A release whose remote file has gone cannot be made current again.
  expect(await runAdminJson(backend, ['release', 'rollback', '--to', '1.1.0'])).toMatchObject({ version: '1.1.0' })
  host.odd.set(names.intel, (_request, response) => response.writeHead(404).end())
  expect(await runAdmin(backend, ['release', 'rollback', '--to', '1.0.0'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('answers 404.'),
  })
  expect((await readVersion(backend)).version).toBe('1.1.0')
  expect((await fetch(fallback.data.publicUrl)).ok).toBe(true)
})

test('a signed release with --base has the remote links in its signed manifest and in the feeds of the updaters', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('remote-')
  const { host, options } = await startHostWithInstallers(folder.path)
  await using _host = host
  trustedBases = [host.base]
  const key = await writeTestReleaseKey(folder.path)
  const publish = ['release', 'publish', '--version', '1.0.0', ...options, '--base', host.base, ...key.options]
  expect(await runAdmin(backend, publish, key.env)).toMatchObject({ code: 1, err: expect.stringContaining('key') })

  releaseKeys = [key.signer.publicKey]
  expect(await runAdmin(backend, publish, key.env)).toMatchObject({ code: 0, err: '' })
  const release = await readVersion(backend)
  const { manifest: text = '', signature = '' } = release
  const verdict = await openSignedManifest({ manifest: text, signature }, releaseKeys)
  if (!verdict.valid) throw new Error(verdict.reason)
  expect(isReleaseAsInManifest(release, verdict.manifest)).toBe(true)
  const moved = { ...release.downloads, 'macos-intel': `${host.base}other.dmg` }
  expect(isReleaseAsInManifest({ ...release, downloads: moved }, verdict.manifest)).toBe(false)
  const link = `${host.base}Fondly%201.0.0.exe`
  expect(getManifestInstaller(verdict.manifest, 'windows-x64')).toMatchObject({ url: link })
  const pointers = await readPointers(backend)
  expect(pointers['latest.yml']).toContain(link)
  expect(pointers['latest-mac.yml']).toContain(`${host.base}Fondly%201.0.0-silicon.dmg`)
})

test('release publish --base refuses each wrong remote file with one sentence and leaves the live release untouched', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('remote-')
  const { host, names, bytes, options } = await startHostWithInstallers(folder.path)
  await using _host = host
  trustedBases = [host.base]
  const publish = ['release', 'publish', '--version', '1.0.0', ...options, '--base', host.base]
  const other = Buffer.from(bytes.intel)
  other[500_000] = (other[500_000] ?? 0) ^ 1
  const sized = { 'content-length': bytes.intel.length }
  type Odd = (request: IncomingMessage, response: ServerResponse) => void
  const cases: [name: string, sentence: RegExp, more: string[], odd: Odd][] = [
    ['missing', /intel\.dmg answers 404\.$/, [], (_, response) => response.writeHead(404).end()],
    ['forbidden', /intel\.dmg answers 403\.$/, [], (_, response) => response.writeHead(403).end('no')],
    [
      'other size',
      /has 7 bytes, but the file of this release has 1100000\.$/,
      [],
      (_, response) => response.writeHead(200, { 'content-length': 7 }).end(),
    ],
    ['no size', /sends no Content-Length/, [], (_, response) => response.writeHead(200).end()],
    ['no answer', /intel\.dmg cannot be reached\.$/, [], (request) => request.destroy()],
    [
      'one flipped bit',
      /intel\.dmg does not have the same bytes as .*intel\.dmg\.$/,
      ['--verify-remote'],
      (_, response) => response.writeHead(200, sized).end(other),
    ],
    [
      'broken off',
      /intel\.dmg broke off after /,
      ['--verify-remote'],
      (request, response) => {
        response.writeHead(200, sized)
        if (request.method === 'HEAD') response.end()
        else response.write(other.subarray(0, 1000), () => request.destroy())
      },
    ],
    [
      'longer',
      /intel\.dmg is longer than the file of this release\.$/,
      ['--verify-remote'],
      (request, response) => {
        response.writeHead(200, request.method === 'HEAD' ? sized : {})
        response.end(Buffer.concat([bytes.intel, Buffer.from('more')]))
      },
    ],
    [
      'shorter',
      /intel\.dmg is shorter than the file of this release\.$/,
      ['--verify-remote'],
      (request, response) => {
        response.writeHead(200, request.method === 'HEAD' ? sized : {})
        response.end(bytes.intel.subarray(0, -1))
      },
    ],
  ]
  for (const [what, sentence, more, odd] of cases) {
    host.odd.set(names.intel, odd)
    const { code, err } = await runAdmin(backend, [...publish, ...more])
    const [message = '', hint] = err.trim().split('\n')
    expect([what, code, message], err).toEqual([what, 1, expect.stringMatching(sentence)])
    expect(hint).toContain('Nothing was changed')
    expect((await readVersion(backend)).version).toBe('0.0.0 (sample)')
  }
  const { data } = await backend.secretClient().storage.from('downloads').list('1.0.0')
  expect(data, 'nothing was uploaded').toEqual([])
})

test('release publish --base refuses a host that the page does not trust before it sends a request there', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('remote-')
  const { host, options } = await startHostWithInstallers(folder.path)
  await using _host = host
  const publish = ['release', 'publish', '--version', '1.0.0', ...options]
  const refused = await runAdmin(backend, [...publish, '--base', host.base])
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('The download page does not accept links to') })
  expect(refused.err).toContain('installerBases in website/app/brand.ts')
  for (const base of ['http://cdn.example.com/', 'cdn.example.com', 'https://cdn.example.com/?v=1', 'javascript:x']) {
    expect((await runAdmin(backend, [...publish, '--base', base])).code, base).toBe(2)
  }
  expect((await runAdmin(backend, [...publish, '--verify-remote'])).code).toBe(2)
  expect(host.requests).toEqual([])
  expect((await readVersion(backend)).version).toBe('0.0.0 (sample)')
})
