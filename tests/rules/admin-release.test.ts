import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resolveTrustedDownloadLink } from '@site/contract/downloads'
import { releaseSchema } from '@site/releases/release'
import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { downloadFilePrefix } from '../support/brand.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { createDiskImage, createWindowsExecutable, writeTestInstallers } from './admin-release-files.ts'
import { expectOutcome, runAdminJson, runAdminOnBackend, runAdminWithEnvironment } from './admin-run.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Returns the release that the download page reads, with the link for Windows as validated by `resolveTrustedDownloadLink`. */
async function readVersion(backend: TestBackend) {
  const url = backend.client().storage.from('downloads').getPublicUrl('latest/version.json').data.publicUrl
  const release = parse(releaseSchema, await (await fetch(url, { cache: 'no-store' })).json())
  const link = resolveTrustedDownloadLink(release.downloads['windows-x64'], url)
  if (link === null) throw new Error('The release has no link for Windows.')
  return { ...release, link }
}

async function bytesOf(url: string): Promise<Buffer> {
  const answer = await fetch(url)
  expect(answer.status, url).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

test('release publish, rollback, notes and prune change what visitors see; older download links stay valid until pruned', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('release-')
  expect(await readVersion(backend)).toMatchObject({ version: '0.0.0 (sample)' })
  expect(backend.log()).toMatch(/^Still samples .*\bdownloads$/m)
  await expectOutcome(runAdminOnBackend(backend, ['release', 'rollback']), 1, 'no release before')

  const first = await writeTestInstallers(folder.path, 'first')
  const oldest = ['--min-windows', 'Windows 10', '--min-macos', 'macOS 12', '--date', '2026-03-05']
  const published = await runAdminOnBackend(backend, [
    'release',
    'publish',
    '--version',
    '1.0.0',
    ...first.options,
    ...oldest,
  ])
  expect(published).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('1.0.0 is published (before: 0.0.0 (sample))'),
  })
  const one = await readVersion(backend)
  expect(one).toMatchObject({
    version: '1.0.0',
    releaseDate: '2026-03-05',
    size: { 'windows-x64': first.bytes.windows.length },
    sha256: { 'macos-intel': sha256(first.bytes.intel) },
    minOS: { 'windows-x64': 'Windows 10', 'macos-silicon': 'macOS 12' },
  })
  expect(await bytesOf(one.link)).toEqual(first.bytes.windows)

  const second = await writeTestInstallers(folder.path, 'second')
  const two = ['release', 'publish', '--version', '1.1.0', ...second.options, '--notes', 'Faster.']
  expect((await runAdminOnBackend(backend, two)).code).toBe(0)
  const newer = await readVersion(backend)
  expect(newer).toMatchObject({ version: '1.1.0', notes: 'Faster.', minOS: { 'windows-x64': 'Windows 10' } })
  expect(await bytesOf(newer.link)).toEqual(second.bytes.windows)
  expect(await bytesOf(one.link), 'the old link').toEqual(first.bytes.windows)
  const fallback = backend.client().storage.from('downloads').getPublicUrl(`latest/${downloadFilePrefix}-arm64.dmg`)
    .data.publicUrl
  expect(await bytesOf(fallback)).toEqual(second.bytes.silicon)
  const part = await fetch(newer.link, { headers: { range: 'bytes=1000-1099' } })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, second.bytes.windows.subarray(1000, 1100)])

  // A published version cannot be published again with other content.
  await expectOutcome(runAdminOnBackend(backend, two), 1, 'is already published')

  expect(await runAdminJson(backend, ['release', 'rollback'])).toEqual({ before: '1.1.0', version: '1.0.0' })
  expect(await readVersion(backend)).toMatchObject({ version: '1.0.0' })
  expect(await bytesOf(fallback)).toEqual(first.bytes.silicon)
  expect((await runAdminOnBackend(backend, ['release', 'list'])).out).toMatch(/→ +1\.0\.0/)
  expect(await runAdminJson(backend, ['release', 'rollback', '--to', '1.1.0'])).toMatchObject({ version: '1.1.0' })

  // An operator can edit the release notes of any version. Visitors see only the notes of the current version.
  expect((await runAdminOnBackend(backend, ['release', 'notes', '1.1.0', '--text', 'Faster, too.'])).code).toBe(0)
  expect(await readVersion(backend)).toMatchObject({ version: '1.1.0', notes: 'Faster, too.' })
  expect((await runAdminOnBackend(backend, ['release', 'notes', '1.0.0', '--text', 'The first.'])).code).toBe(0)
  expect(await readVersion(backend)).toMatchObject({ version: '1.1.0', notes: 'Faster, too.' })
  await expectOutcome(
    runAdminOnBackend(backend, ['release', 'notes', '9.9.9', '--text', 'x']),
    1,
    'There is no release 9.9.9.',
  )

  // Pruning deletes the files of old releases but never the current release, even when it is older than the others.
  expect(await runAdminJson(backend, ['release', 'prune'])).toEqual({ done: false, versions: [] })
  expect(await runAdminOnBackend(backend, ['release', 'prune', '--keep', '0'])).toMatchObject({ code: 3 })
  expect(await bytesOf(one.link)).toEqual(first.bytes.windows)
  expect(await runAdminJson(backend, ['release', 'prune', '--keep', '0', '--yes'])).toEqual({
    done: true,
    versions: ['1.0.0'],
  })
  const gone = await fetch(one.link)
  await gone.body?.cancel()
  expect(gone.ok).toBe(false)
  expect(await bytesOf(newer.link)).toEqual(second.bytes.windows)
  expect(await runAdminJson(backend, ['release', 'list'])).toMatchObject({ releases: [{ version: '1.1.0' }] })
})

test('release publish --check reports all problems of the installers at once', async () => {
  await using folder = await createTemporaryFolder('release-')
  const write = async (name: string, bytes: Uint8Array) => {
    const path = join(folder.path, name)
    await writeFile(path, bytes)
    return path
  }
  const image = await write('image.dmg', createDiskImage())
  const other = await write('other.dmg', createDiskImage())
  const program = await write('good.exe', createWindowsExecutable())
  const check = async (windows: string, intel: string, silicon: string, ...more: string[]) => {
    const files = ['--windows', windows, '--mac-intel', intel, '--mac-silicon', silicon]
    return runAdminWithEnvironment(['release', 'publish', '--version', '1.0.0', '--check', ...files, ...more], {})
  }
  expect(await check(program, image, other)).toMatchObject({
    code: 0,
    out: expect.stringContaining('ready to publish'),
  })
  const swapped = await check(image, program, other)
  expect(swapped.code).toBe(1)
  expect(swapped.err).toMatch(/not a Windows program[\s\S]*not a Mac disk image/)
  expect((await check(program, image, image)).err).toContain('the same file')
  expect((await check(program, await write('cut.dmg', createDiskImage().subarray(0, -1)), other)).err).toContain(
    'cut off',
  )
  expect(
    (await check(await write('small.exe', createWindowsExecutable().subarray(0, 5000)), image, other)).err,
  ).toContain('only 5.0 kB')
  const arm = await write('arm.exe', createWindowsExecutable({ machine: 0xaa64 }))
  expect((await check(arm, image, other)).err).toContain('made for ARM64')
  const old = await write('nsis.exe', createWindowsExecutable({ machine: 0x14c }))
  expect((await check(old, image, other)).err).toContain('--allow-32-bit-installer')
  expect((await check(old, image, other, '--allow-32-bit-installer')).code).toBe(0)
  const { err } = await check(join(folder.path, 'none.exe'), folder.path, other)
  expect(err).toContain('none.exe: no such file or folder.')
  expect(err, 'every complaint at once').toContain('it is a folder, not a file')
})

test('after an interrupted release upload, the previous release stays current and the new version can be published again', async () => {
  await using backend = await startBackend()
  await using folder = await createTemporaryFolder('release-')
  const first = await writeTestInstallers(folder.path, 'first')
  await runAdminOnBackend(backend, ['release', 'publish', '--version', '1.0.0', ...first.options])
  // Simulates an upload that was interrupted after its first file.
  const operator = backend.secretClient().storage.from('downloads')
  await operator.upload(`1.1.0/${downloadFilePrefix}-Setup-x64.exe`, Buffer.from('half of it'))
  expect((await readVersion(backend)).version).toBe('1.0.0')
  expect((await runAdminJson(backend, ['release', 'list'])).releases).toHaveLength(1)

  const second = await writeTestInstallers(folder.path, 'second')
  expect((await runAdminOnBackend(backend, ['release', 'publish', '--version', '1.1.0', ...second.options])).code).toBe(
    0,
  )
  expect(await bytesOf((await readVersion(backend)).link)).toEqual(second.bytes.windows)
})
