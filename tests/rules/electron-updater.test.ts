import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMacApp, createMacProgram, createZip } from '../support/mac-app.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createDiskImage } from './admin-release-files.ts'
import { runAdminOnBackend } from './admin-run.ts'
import { BLOCK_BYTES, changeBlocks, createBlockMap, installElectronApp } from './electron-app/install-app.ts'
import { createPinnedEnvironment, type TestReleaseKey, writeTestReleaseKey } from './release-key-environment.ts'
import { getDownloadUrl } from './release-pointers.ts'

// electron-updater itself, as an app has it, updates from releases of `release publish`.

type Builds = Record<'windows' | 'intelZip' | 'siliconZip', Buffer>

function createWindowsInstaller(blocks: number): Buffer {
  const bytes = randomBytes(blocks * BLOCK_BYTES)
  bytes.write('MZ', 0, 'latin1')
  bytes.writeUInt32LE(0x80, 60)
  bytes.write('PE\0\0', 0x80, 'latin1')
  bytes.writeUInt16LE(0x8664, 0x84)
  return bytes
}

const createMacZip = (version: string, processor: 'intel' | 'silicon', photos: Buffer) =>
  createZip([
    { path: 'App.app/Contents/Resources/photos', bytes: photos },
    ...createMacApp(version, createMacProgram(processor)),
  ])

/** Publishes a release with the block maps that electron-builder writes. */
async function publish(backend: TestBackend, key: TestReleaseKey, folder: string, version: string, builds: Builds) {
  const write = async (name: string, bytes: Buffer) => {
    const path = join(folder, `${version}-${name}`)
    await writeFile(path, bytes)
    await writeFile(`${path}.blockmap`, createBlockMap(bytes))
    return path
  }
  const options = {
    windows: await write('Setup.exe', builds.windows),
    'mac-intel': await write('intel.dmg', createDiskImage()),
    'mac-silicon': await write('arm64.dmg', createDiskImage()),
    'mac-intel-zip': await write('intel.zip', builds.intelZip),
    'mac-silicon-zip': await write('arm64.zip', builds.siliconZip),
  }
  const args = Object.entries(options).flatMap(([name, path]) => [`--${name}`, path])
  const env = createPinnedEnvironment(backend.url, key)
  const command = ['release', 'publish', '--version', version, ...args, ...key.options]
  expect(await runAdminOnBackend(backend, command, env)).toMatchObject({ code: 0 })
}

/** Returns the number of counted downloads. */
async function countDownloads(backend: TestBackend): Promise<number> {
  const metrics = await (await fetch(`${backend.url}/metrics`)).text()
  const counts = [...metrics.matchAll(/^downloads_total\{.*\} (\d+)$/gm)].map(([, count]) => Number(count))
  expect(counts.length).toBeGreaterThan(0)
  return counts.reduce((sum, count) => sum + count, 0)
}

test('electron-updater downloads only the changed blocks of an installer, which is not counted, and a whole installer once', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('electron-')
  const key = await writeTestReleaseKey(folder.path)
  // Every second block changed: the most ranges that electron-updater asks for, which takes it two requests.
  const blocks = 1_400
  const windows = createWindowsInstaller(blocks)
  const next = changeBlocks(
    windows,
    Array.from({ length: blocks / 2 }, (_, at) => at * 2),
  )
  const photos = randomBytes(300_000)
  const zips = (version: string, resource: Buffer) => ({
    intelZip: createMacZip(version, 'intel', resource),
    siliconZip: createMacZip(version, 'silicon', resource),
  })
  const changedPhotos = changeBlocks(photos, [3, 10, 11, 30])
  const feed = getDownloadUrl(backend, 'latest')

  await publish(backend, key, folder.path, '1.0.0', { windows, ...zips('1.0.0', photos) })
  const macs = [
    await installElectronApp(folder.path, feed, 'darwin x64'),
    await installElectronApp(folder.path, feed, 'darwin arm64'),
  ]
  for (const mac of macs) expect((await mac.update('0.9.0')).downloaded).toMatch(/\.zip$/)
  const builds = { windows: next, ...zips('1.1.0', changedPhotos) }
  await publish(backend, key, folder.path, '1.1.0', builds)

  // The installer of the installed version is in the cache: the installer itself puts it there.
  const pc = await installElectronApp(folder.path, feed, 'win32 x64', { 'installer.exe': windows })
  const update = await pc.update('1.0.0')
  expect((await readFile(update.downloaded ?? '')).equals(next)).toBe(true)
  const ranges = update.requests.filter(({ range }) => range !== undefined)
  expect(ranges.map(({ status }) => status)).toEqual([206, 206])
  expect(ranges.map(({ range }) => range?.split(',').length)).toEqual([500, 200])
  const sent = ranges.reduce((sum, { length }) => sum + length, 0)
  expect(sent).toBeLessThan(next.length / 2 + 700 * 200)
  expect(update.requests.filter(({ path, range }) => path.endsWith('.exe') && range === undefined)).toEqual([])

  for (const [at, zip] of [builds.intelZip, builds.siliconZip].entries()) {
    const { downloaded, requests } = (await macs[at]?.update('1.0.0')) ?? { downloaded: '', requests: [] }
    expect((await readFile(downloaded ?? '')).equals(zip)).toBe(true)
    const files = requests.filter(({ path }) => path.endsWith('.zip'))
    expect(files.map(({ status }) => status)).toEqual([206])
    expect(files[0]?.length).toBeLessThan(zip.length / 4)
  }
  expect(await countDownloads(backend), 'after three updates by ranges').toBe(0)

  // One changed block, the first: one range from byte 0, which is no download either.
  const similar = changeBlocks(next, [0])
  const cached = { 'installer.exe': similar, 'current.blockmap': createBlockMap(similar) }
  const small = await (await installElectronApp(folder.path, feed, 'win32 x64', cached)).update('1.0.0')
  expect((await readFile(small.downloaded ?? '')).equals(next)).toBe(true)
  expect(small.requests.filter(({ path }) => path.endsWith('.exe'))).toMatchObject([
    { range: `bytes=0-${BLOCK_BYTES - 1}`, status: 206, length: BLOCK_BYTES },
  ])
  expect(await countDownloads(backend)).toBe(0)

  // An app without the old installer downloads the whole file.
  const fresh = await installElectronApp(folder.path, feed, 'win32 x64')
  const whole = await fresh.update('1.0.0')
  expect((await readFile(whole.downloaded ?? '')).equals(next)).toBe(true)
  expect(await countDownloads(backend), 'after one update by the whole file').toBe(1)
  expect((await fresh.update('1.1.0')).downloaded, 'nothing newer').toBeNull()
})
