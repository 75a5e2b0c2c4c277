import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BACKUP_FORMAT, type BackupManifest } from '@site/contract/backup-manifest'
import { packTar } from 'modern-tar'
import { expect, onTestFinished, test } from 'vitest'
import { deleteOldArchives, removeStalePartFiles, removeUnreferencedFiles } from './delete-old-files.ts'
import { listIntactFiles } from './shared-files.ts'

const archive = (day: number) => `site-2026-03-0${day}T04-00-00Z.tar.gz`
const others = ['erased-people.txt', 'site-2026-03-01.tar.gz', 'site-2026-03-01T04-00-00Z.tar.gz.age', 'notes.txt']

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of [...[3, 1, 5, 2, 4].map(archive), ...others]) await writeFile(join(folder, name), '')
  return folder
}

test('rotate deletes all but the newest backup archives and keeps files with other names', async () => {
  const folder = await aFolder()
  expect(await deleteOldArchives(folder, 2)).toEqual([1, 2, 3].map(archive))
  expect((await readdir(folder)).toSorted()).toEqual([...others, archive(4), archive(5)].toSorted())
  expect(await deleteOldArchives(folder, 2)).toEqual([])
})

test('rotate deletes no backup archive when the number to keep is infinite', async () => {
  const folder = await aFolder()
  expect(await deleteOldArchives(folder, Number.POSITIVE_INFINITY)).toEqual([])
  expect(await readdir(folder)).toHaveLength(9)
})

test('rotate throws bad_file for a backup folder that does not exist', async () => {
  await expect(deleteOldArchives('/nowhere/at/all', 1)).rejects.toMatchObject({ code: 'bad_file' })
})

const text = (digit: number) => `file ${digit}`
const hash = (digit: number) => createHash('sha256').update(text(digit)).digest('hex')

function referringTo(...digits: number[]): BackupManifest {
  const files = digits.map((digit) => {
    return { path: `storage/files/${digit}`, size: text(digit).length, sha256: hash(digit), external: true as const }
  })
  return { format: BACKUP_FORMAT, takenAt: '2026-03-05T10:00:00Z', database: '18.3', keysElsewhere: [], files }
}

async function archiveOf(manifest: BackupManifest): Promise<Buffer> {
  const body = JSON.stringify(manifest)
  const header = { name: 'manifest.json', size: Buffer.byteLength(body), type: 'file' as const }
  return gzipSync(await packTar([{ header, body }]))
}

async function writeArchive(file: string, manifest: BackupManifest): Promise<void> {
  await writeFile(file, await archiveOf(manifest))
}

/**
 * Creates a backup folder with the shared files 1 to 4 and two archives: the newest references file 3, the older one references
 * files 1 and 3.
 */
async function aSharingFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const shared = join(folder, 'files')
  await mkdir(shared)
  for (const digit of [1, 2, 3, 4]) await writeFile(join(shared, hash(digit)), text(digit))
  await writeArchive(join(folder, archive(2)), referringTo(1, 3))
  await writeArchive(join(folder, archive(3)), referringTo(3))
  return { folder, shared, newest: referringTo(3) }
}

const namesOf = (...digits: number[]) => digits.map(hash).toSorted()

test('removeUnreferencedFiles deletes the shared files that no backup archive references', async () => {
  const { folder, newest } = await aSharingFolder()
  const { deleted, unreadable } = await removeUnreferencedFiles(folder, newest)
  expect([deleted.toSorted(), unreadable]).toEqual([namesOf(2, 4), null])
  expect(await listIntactFiles(folder)).toEqual(namesOf(1, 3))
})

test('removeUnreferencedFiles keeps the shared files of a renamed backup archive', async () => {
  const { folder, newest } = await aSharingFolder()
  await writeArchive(join(folder, 'before the upgrade.tar.gz'), referringTo(4))
  expect((await removeUnreferencedFiles(folder, newest)).deleted).toEqual([hash(2)])
})

test('removeUnreferencedFiles deletes nothing when a backup archive is unreadable, and returns its name', async () => {
  const { folder, newest } = await aSharingFolder()
  await writeFile(join(folder, archive(1)), 'no archive any more')
  expect(await removeUnreferencedFiles(folder, newest)).toEqual({ deleted: [], unreadable: archive(1) })
  expect(await listIntactFiles(folder)).toEqual(namesOf(1, 2, 3, 4))
})

test('removeUnreferencedFiles reads no other archive when the newest backup archive references all shared files', async () => {
  const { folder } = await aSharingFolder()
  await writeFile(join(folder, archive(1)), 'no archive any more')
  expect(await removeUnreferencedFiles(folder, referringTo(1, 2, 3, 4))).toEqual({
    deleted: [],
    unreadable: null,
  })
})

test('removeUnreferencedFiles deletes nothing while another backup is being written to the folder', async () => {
  const { folder, newest } = await aSharingFolder()
  const unfinished = join(folder, `${archive(4)}.0a1b2c3d.part`)
  await writeFile(unfinished, 'half')
  expect(await removeUnreferencedFiles(folder, newest)).toEqual({ deleted: [], unreadable: null })
  await rename(unfinished, join(folder, archive(4)))
  await writeArchive(join(folder, archive(4)), referringTo(2))
  expect((await removeUnreferencedFiles(folder, newest)).deleted).toEqual([hash(4)])
})

test('removeUnreferencedFiles deletes nothing when another backup finishes while it is reading the archives', async () => {
  const { folder, newest } = await aSharingFolder()
  const pipe = join(folder, archive(1))
  execFileSync('mkfifo', [pipe])
  const removing = removeUnreferencedFiles(folder, newest)
  // opening a named pipe for writing resolves once the function under test has opened it for reading
  await using writer = await open(pipe, 'w')
  await writeArchive(join(folder, archive(4)), referringTo(2, 4))
  await writer.writeFile(await archiveOf(referringTo(1)))
  await writer.close()
  expect(await removing).toEqual({ deleted: [], unreadable: null })
  expect(await listIntactFiles(folder)).toEqual(namesOf(1, 2, 3, 4))
})

test('removeStalePartFiles deletes .part files older than a day and keeps newer ones', async () => {
  const { folder, shared } = await aSharingFolder()
  const [old, running] = [`${archive(4)}.0a1b2c3d.part`, `${archive(5)}.4e5f6a7b.part`]
  const aDayAgo = Date.now() / 1000 - 24 * 60 * 60 - 60
  for (const path of [join(folder, old), join(folder, running), join(shared, `${hash(5)}.0a1b2c3d.part`)]) {
    await writeFile(path, 'half')
    if (!path.endsWith(running)) await utimes(path, aDayAgo, aDayAgo)
  }
  await removeStalePartFiles(folder)
  expect((await readdir(folder)).toSorted()).toEqual([archive(2), archive(3), running, 'files'].toSorted())
  expect((await readdir(shared)).toSorted()).toEqual(namesOf(1, 2, 3, 4))
})
