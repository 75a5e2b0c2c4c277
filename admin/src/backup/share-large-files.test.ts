import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { expect, onTestFinished, test } from 'vitest'
import { CommandFailure } from '../failures.ts'
import { writeAtomically } from '../write-atomically.ts'
import { readArchive, readArchiveManifest } from './read-archive.ts'
import { moveLargeFilesToSharedStore } from './share-large-files.ts'
import { SharedFileStore } from './shared-files.ts'

const INSTALLER = randomBytes((1 << 20) + 1)
const FILES = {
  // This database file is as large as an installer, but stays in the archive: database files change between backups.
  'database/base/1': randomBytes(1 << 20),
  'mail/a.eml': Buffer.from('Hello'),
  'storage/files/ab/installer': INSTALLER,
  'storage/files/cd/version.json': Buffer.from('{}'),
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Builds a backup archive in the format that the server sends. `files` are its entries, `known` are the files that its manifest lists. */
async function sent(files: Record<string, Buffer>, known = files): Promise<Buffer> {
  const facts = Object.entries(known).map(([path, bytes]) => ({ path, size: bytes.length, sha256: sha256(bytes) }))
  const manifest = { format: 1, takenAt: '2026-03-05T10:00:00Z', database: '18.3', keysElsewhere: [], files: facts }
  const all = { ...files, 'manifest.json': Buffer.from(JSON.stringify(manifest)) }
  const entries = Object.entries(all).map(([name, body]) => {
    return { header: { name, size: body.length, mode: 0o600, type: 'file' as const }, body: new Uint8Array(body) }
  })
  const folder = { header: { name: 'database/empty/', size: 0, mode: 0o700, type: 'directory' as const } }
  return gzipSync(await packTar([folder, ...entries]))
}

async function aPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'sharing-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'site.tar.gz')
  const shared = SharedFileStore.beside(file)
  const write = (source: Readable) =>
    writeAtomically(
      file,
      moveLargeFilesToSharedStore(file, source, shared, () => {}),
    )
  return { folder, file, shared, write }
}

test('moveLargeFilesToSharedStore moves large uploaded files out of the backup archive and keeps all other entries unchanged', async () => {
  const { folder, file, shared, write } = await aPlace()
  await write(Readable.from([await sent(FILES)]))
  expect(await shared.intact()).toEqual([sha256(INSTALLER)])
  // the repacked archive still contains the database file, but no longer the installer
  expect((await stat(file)).size).toBeLessThan(INSTALLER.length + 20_000)
  const { format, files } = await readArchiveManifest(file)
  expect(format).toBe(2)
  expect(files.filter(({ external }) => external).map(({ path }) => path)).toEqual(['storage/files/ab/installer'])
  const target = join(folder, 'target')
  expect((await readArchive(file, target, () => {})).files).toHaveLength(4)
  for (const [path, bytes] of Object.entries(FILES)) {
    expect(sha256(await readFile(join(target, path))), path).toBe(sha256(bytes))
    expect((await stat(join(target, path))).mode & 0o777, path).toBe(0o600)
  }
  expect(await readdir(join(target, 'database'))).toEqual(['base', 'empty'])
})

test('moveLargeFilesToSharedStore writes archive format 1, which older versions can read, when the backup has no large file', async () => {
  const { file, shared, write } = await aPlace()
  await write(Readable.from([await sent({ 'mail/a.eml': Buffer.from('Hello') })]))
  expect([(await readArchiveManifest(file)).format, await shared.names()]).toEqual([1, []])
})

test('moveLargeFilesToSharedStore rejects a truncated archive or one that differs from its manifest, and leaves no archive', async () => {
  const { folder, write } = await aPlace()
  const other = { ...FILES, 'storage/files/ab/installer': randomBytes(INSTALLER.length) }
  await expect(write(Readable.from([await sent(FILES, other)]))).rejects.toThrow(
    'storage/files/ab/installer is damaged',
  )
  const whole = await sent(FILES)
  for (const length of [100, whole.length >> 1, whole.length - 100]) {
    const half = Readable.from([whole.subarray(0, length)])
    await expect(write(half), `${length}`).rejects.toMatchObject({ code: 'bad_archive' })
  }
  await expect(write(Readable.from([Buffer.from('none')]))).rejects.toMatchObject({ code: 'bad_archive' })
  expect((await readdir(folder)).filter((name) => name !== 'files')).toEqual([])
  expect((await readdir(join(folder, 'files'))).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('moveLargeFilesToSharedStore reports a broken connection as an interrupted backup, not as a damaged archive', async () => {
  const whole = await sent(FILES)
  for (const length of [0, 100, whole.length >> 1, whole.length - 100]) {
    const { folder, write } = await aPlace()
    async function* breaking() {
      yield whole.subarray(0, length)
      throw new CommandFailure('refused', 'The backup broke off.')
    }
    await expect(write(Readable.from(breaking())), `${length}`).rejects.toMatchObject({
      code: 'refused',
      message: 'The backup broke off.',
    })
    expect((await readdir(folder, { recursive: true })).filter((name) => name.includes('.part'))).toEqual([])
  }
})
