import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { BACKUP_MANIFEST_FILE_NAME, type BackupManifest } from '@site/contract/backup-manifest'
import {
  type ArchivedFile,
  createArchiveFailure,
  parseBackupManifest,
  readArchiveEntries,
  requireManifestMatches,
  requireSafeArchivePath,
} from './archive-entries.ts'
import { HashedBytes } from './hashed-bytes.ts'
import { readSharedFile } from './shared-files.ts'

const CHUNK_BYTES = 1 << 18

/**
 * Verifies every file of an archive and every shared file it references against its manifest. Unpacks the files under `target`, readable by
 * the owner only, unless `target` is null. Throws a CommandFailure when the archive is damaged or truncated or a shared file is missing or
 * damaged.
 */
export async function readArchive(
  file: string,
  target: string | null,
  advance: (bytes: number) => void,
): Promise<BackupManifest> {
  const found: ArchivedFile[] = []
  let manifest: BackupManifest | null = null
  for await (const { path, isFolder, bytes } of openArchive(file, advance)) {
    if (manifest !== null) throw createArchiveFailure(file, 'something follows its end')
    if (path === BACKUP_MANIFEST_FILE_NAME) manifest = parseBackupManifest(file, String(await buffer(bytes)))
    else if (!isFolder) found.push(await unpack(path, bytes, target))
    else if (target !== null) await makeFolder(join(target, path))
  }
  if (manifest === null) throw createArchiveFailure(file, 'its end is missing')
  for (const entry of manifest.files.filter(({ external }) => external)) {
    found.push(await unpack(requireSafeArchivePath(file, entry.path), readSharedFile(file, entry), target))
  }
  requireManifestMatches(file, manifest, found)
  return manifest
}

/** Returns the manifest of an archive without verifying its other files. */
export async function readArchiveManifest(file: string): Promise<BackupManifest> {
  for await (const { path, bytes } of openArchive(file, () => {})) {
    const content = await buffer(bytes)
    if (path === BACKUP_MANIFEST_FILE_NAME) return parseBackupManifest(file, String(content))
  }
  throw createArchiveFailure(file, 'its end is missing')
}

function openArchive(file: string, advance: (bytes: number) => void) {
  const source = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  return readArchiveEntries({ file, source, isCompressed: true, advance })
}

async function unpack(path: string, source: AsyncIterable<Uint8Array>, target: string | null): Promise<ArchivedFile> {
  const bytes = new HashedBytes(source)
  if (target === null) for await (const _ of bytes);
  else await writeNewFile(join(target, path), bytes)
  return { path, size: bytes.size, sha256: bytes.digest() }
}

/** Writes a file that must not exist, readable by the owner only, and its folder. */
export async function writeNewFile(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await makeFolder(dirname(path))
  await using file = await open(path, 'wx', 0o600)
  for await (const chunk of bytes) await file.writeFile(chunk)
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
}
