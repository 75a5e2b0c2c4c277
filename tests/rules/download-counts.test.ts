import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import { type BackendTest, createSharedBackendTest } from '../support/backend-test.ts'
import { downloadFilePrefix } from '../support/brand.ts'
import { runSql } from '../support/postgres.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { runAdminJson, runAdminOnBackend } from './admin-run.ts'

const test = createSharedBackendTest()

/** Registers a test that begins without counts. The tests end when everything is counted. */
function onBackend(title: string, run: BackendTest): void {
  test(title, async (backend) => {
    await runSql(backend.databaseUrl, 'delete from public.download_counts')
    await run(backend)
  })
}

const BYTES = randomBytes(50_000)
const WINDOWS = `${downloadFilePrefix}-Setup-x64.exe`
const SILICON = `${downloadFilePrefix}-arm64.dmg`

async function upload(backend: TestBackend, name: string, content: Uint8Array | string = BYTES): Promise<void> {
  const { error } = await backend
    .secretClient()
    .storage.from('downloads')
    .upload(name, Buffer.from(content), { upsert: true })
  if (error) throw error
}

async function ask(backend: TestBackend, name: string, headers: Record<string, string> = {}, method = 'GET') {
  const url = backend.client().storage.from('downloads').getPublicUrl(name).data.publicUrl
  const response = await fetch(url, { headers, method, cache: 'no-store' })
  await response.arrayBuffer()
  return { status: response.status, etag: response.headers.get('etag') ?? '' }
}

const times = <T>(number: number, run: () => Promise<T>) => Promise.all(Array.from({ length: number }, run))

/** Returns the counts as `platform version: downloads`. All days are added up, because a test may run at midnight. */
async function readCounts(backend: TestBackend): Promise<Record<string, number>> {
  const { data, error } = await backend
    .secretClient()
    .from('download_counts')
    .select('platform,version,downloads')
    .overrideTypes<{ platform: string; version: string; downloads: number }[]>()
  if (error) throw error
  const counts: Record<string, number> = {}
  for (const { platform, version, downloads } of data) {
    const key = `${platform} ${version}`
    counts[key] = (counts[key] ?? 0) + downloads
  }
  return counts
}

const WAIT = { timeout: 30_000, interval: 200 }

onBackend(
  'downloads of installers are counted exactly, by platform and version, and each file only from its first byte',
  async (backend) => {
    await upload(backend, `1.0.0/${WINDOWS}`)
    await upload(backend, `1.0.0/${SILICON}`)
    await upload(backend, '1.0.0/notes.txt')
    const { etag } = await ask(backend, `1.0.0/${WINDOWS}`, {}, 'HEAD')
    expect((await times(200, () => ask(backend, `1.0.0/${WINDOWS}`))).every(({ status }) => status === 200)).toBe(true)
    // Resumed downloads: one count for the first part, none for the later ones.
    await times(30, async () => {
      expect((await ask(backend, `1.0.0/${SILICON}`, { range: 'bytes=0-999' })).status).toBe(206)
      expect((await ask(backend, `1.0.0/${SILICON}`, { range: 'bytes=1000-1999' })).status).toBe(206)
      expect((await ask(backend, `1.0.0/${SILICON}`, { range: 'bytes=2000-', 'if-range': etag })).status).toBe(206)
    })
    const uncounted: [status: number, name: string, headers: Record<string, string>, method?: string][] = [
      [200, `1.0.0/${WINDOWS}`, {}, 'HEAD'],
      [304, `1.0.0/${WINDOWS}`, { 'if-none-match': etag }],
      [412, `1.0.0/${WINDOWS}`, { 'if-match': '"another"' }],
      [416, `1.0.0/${WINDOWS}`, { range: 'bytes=50000-' }],
      [206, `1.0.0/${WINDOWS}`, { range: 'bytes=-500' }],
      [206, `1.0.0/${WINDOWS}`, { range: 'bytes=0-9,20000-' }],
      [206, `1.0.0/${WINDOWS}`, { range: 'bytes=0-9,10-' }],
      [416, `1.0.0/${WINDOWS}`, { range: 'bytes=0-9,x' }],
      [200, `1.0.0/${WINDOWS}`, { dnt: '1' }],
      [200, `1.0.0/${WINDOWS}`, { 'sec-gpc': '1' }],
      [206, `1.0.0/${WINDOWS}`, { dnt: '1', range: 'bytes=0-9' }],
      [200, '1.0.0/notes.txt', {}],
      [200, 'latest/version.json', {}],
      [400, '1.0.0/nothing.exe', {}],
    ]
    for (const [status, name, headers, method] of uncounted) {
      expect([name, headers, (await ask(backend, name, headers, method)).status]).toEqual([name, headers, status])
    }
    const expected = { 'windows-x64 1.0.0': 200, 'macos-silicon 1.0.0': 30 }
    await expect.poll(() => readCounts(backend), WAIT).toEqual(expected)

    const metrics = await (await fetch(`${backend.url}/metrics`)).text()
    expect(metrics).toContain('\ndownloads_total{platform="windows-x64"} 200\n')
    expect(metrics).toContain('\ndownloads_total{platform="macos-silicon"} 30\n')

    // A clean stop stores what was counted since the last batch, and the next start adds to it.
    await times(7, () => ask(backend, `1.0.0/${WINDOWS}`))
    await backend.stop()
    await backend.start()
    await ask(backend, `1.0.0/${WINDOWS}`)
    await backend.stop()
    await backend.start()
    expect(await readCounts(backend)).toEqual({ ...expected, 'windows-x64 1.0.0': 208 })
  },
)

onBackend('a download from latest/ is counted for the version of latest/version.json', async (backend) => {
  await ask(backend, `latest/${SILICON}`)
  await expect.poll(() => readCounts(backend), WAIT).toEqual({ 'macos-silicon 0.0.0 (sample)': 1 })
  await upload(backend, 'latest/version.json', JSON.stringify({ version: '1.2.0', releaseDate: '', downloads: {} }))
  await ask(backend, `latest/${SILICON}`)
  await ask(backend, `latest/${WINDOWS}`)
  const released = { 'macos-silicon 0.0.0 (sample)': 1, 'macos-silicon 1.2.0': 1, 'windows-x64 1.2.0': 1 }
  await expect.poll(() => readCounts(backend), WAIT).toEqual(released)
  for (const content of ['{', '{"version": 7}', JSON.stringify({ version: 'a\u0000b' })]) {
    await upload(backend, 'latest/version.json', content)
    await ask(backend, `latest/${SILICON}`)
    await backend.stop()
    await backend.start()
  }
  await upload(backend, 'Other.deb')
  await ask(backend, 'Other.deb')
  await expect
    .poll(() => readCounts(backend), WAIT)
    .toEqual({ ...released, 'macos-silicon unknown': 3, 'other unknown': 1 })
})

onBackend('a download that breaks off and is resumed is counted once', async (backend) => {
  const content = randomBytes(16_000_000)
  await upload(backend, `1.0.0/${WINDOWS}`, content)
  const url = backend.client().storage.from('downloads').getPublicUrl(`1.0.0/${WINDOWS}`).data.publicUrl
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  await once(response, 'readable')
  response.destroy()
  const resumed = await ask(backend, `1.0.0/${WINDOWS}`, {
    range: 'bytes=1000-',
    'if-range': response.headers.etag ?? '',
  })
  expect(resumed.status).toBe(206)
  await backend.stop()
  await backend.start()
  expect(await readCounts(backend)).toEqual({ 'windows-x64 1.0.0': 1 })
})

onBackend('the servers of one database add their download counts up', async (backend) => {
  await using other = await startBackend({ dataDir: backend.dataDir, databaseUrl: backend.databaseUrl })
  await upload(backend, `1.0.0/${WINDOWS}`)
  await upload(backend, `1.0.0/${SILICON}`)
  await Promise.all(
    [backend, other].flatMap((server) => [
      times(40, () => ask(server, `1.0.0/${WINDOWS}`)),
      times(20, () => ask(server, `1.0.0/${SILICON}`)),
    ]),
  )
  await Promise.all([backend.stop(), other.stop()])
  await backend.start()
  expect(await readCounts(backend)).toEqual({ 'windows-x64 1.0.0': 80, 'macos-silicon 1.0.0': 40 })
})

onBackend('release downloads lists the counted downloads with totals; visitors cannot read them', async (backend) => {
  expect(await runAdminOnBackend(backend, ['release', 'downloads', '--days', '7'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^No download has been counted since \w{3} \d+, \d{4}\.\n$/),
  })
  await upload(backend, `1.0.0/${WINDOWS}`)
  await upload(backend, `1.1.0/${WINDOWS}`)
  await upload(backend, `1.1.0/${SILICON}`)
  await times(3, () => ask(backend, `1.0.0/${WINDOWS}`))
  await times(2, () => ask(backend, `1.1.0/${SILICON}`))
  await ask(backend, `1.1.0/${WINDOWS}`)
  await backend.stop()
  await backend.start()
  expect(await runAdminJson(backend, ['release', 'downloads'])).toMatchObject({
    totals: { downloads: 6, platforms: { 'windows-x64': 4, 'macos-silicon': 2 }, versions: { '1.1.0': 3, '1.0.0': 3 } },
  })
  const { out } = await runAdminOnBackend(backend, ['release', 'downloads', '--days', '7'])
  expect(out).toMatch(/^Day +Version +windows-x64 +macos-silicon +all$/m)
  expect(out).toMatch(/^\w{3} \d+, \d{4} +1\.1\.0 +1 +2 +3$/m)
  expect(out).toMatch(/^Total +all +4 +2 +6$/m)
  expect(out).toMatch(/^6 downloads since /m)
  expect((await runAdminOnBackend(backend, ['release', 'downloads', '--days', '0'])).code).toBe(2)
  const { error } = await backend.client().from('download_counts').select('*')
  expect(error).toMatchObject({ code: '42501' })
})
