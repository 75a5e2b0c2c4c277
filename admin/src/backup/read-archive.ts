import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { BACKUP_MANIFEST_FILE_NAME, type BackupManifest } from '@site/contract/backup-manifest'
import {
  type ArchiveEntry,
  createArchiveFailure,
  readArchiveEntries,
  requireSafeArchivePath,
} from './archive-entries.ts'
import { type ArchivedFile, parseBackupManifest, requireManifestMatches } from './manifest.ts'
import { SharedFileStore } from './shared-files.ts'
import { createFolderUnpacker, type FolderUnpacker } from './unpack-folder.ts'

/** The maximum size of a file that is buffered in memory and written concurrently with others, in bytes. Larger files are streamed. */
const BUFFERED_MAX = 1 << 18

const CHUNK_BYTES = 1 << 18

/** The file mode of every extracted file: read and write for the owner only. */
const OWNER_ONLY = 0o600

/**
 * Verifies every file of an archive and every shared file it references against its manifest. Unpacks the files under `target`, readable by
 * the owner only, unless `target` is null. Throws a CommandFailure when the archive is damaged or truncated or a shared file is missing or
 * damaged. All writes have finished when it returns or throws.
 */
export async function readArchive(
  file: string,
  target: string | null,
  advance: (bytes: number) => void,
  shared: SharedFileStore = SharedFileStore.beside(file),
): Promise<BackupManifest> {
  const found: ArchivedFile[] = []
  let manifest: BackupManifest | null = null
  const folder = target === null ? null : createFolderUnpacker(target)
  try {
    for await (const entry of readArchiveEntries(
      file,
      createReadStream(file, { highWaterMark: CHUNK_BYTES }),
      advance,
    )) {
      if (manifest !== null) throw createArchiveFailure(file, 'something follows its end')
      if (entry.path === BACKUP_MANIFEST_FILE_NAME)
        manifest = parseBackupManifest(file, (await bytesOf(entry.bytes)).toString('utf8'))
      else if (entry.isFolder) await folder?.addFolder(entry.path)
      else found.push(await readFile(entry, folder))
    }
    if (manifest === null) throw createArchiveFailure(file, 'its end is missing')
    for (const entry of manifest.files) {
      if (entry.external) found.push(await readShared(file, entry, folder, shared))
    }
  } finally {
    await folder?.settle()
  }
  requireManifestMatches(file, manifest, found)
  return manifest
}

/** Returns the manifest of an archive without verifying its other files. */
export async function readArchiveManifest(file: string): Promise<BackupManifest> {
  let manifest: BackupManifest | null = null
  for await (const entry of readArchiveEntries(
    file,
    createReadStream(file, { highWaterMark: CHUNK_BYTES }),
    () => {},
  )) {
    if (entry.path === BACKUP_MANIFEST_FILE_NAME)
      manifest = parseBackupManifest(file, (await bytesOf(entry.bytes)).toString('utf8'))
    else for await (const _ of entry.bytes);
  }
  if (manifest === null) throw createArchiveFailure(file, 'its end is missing')
  return manifest
}

async function readShared(
  archive: string,
  entry: ArchivedFile,
  folder: FolderUnpacker | null,
  shared: SharedFileStore,
): Promise<ArchivedFile> {
  if (folder === null) await shared.read(archive, entry)
  else {
    await using out = await folder.openFile(requireSafeArchivePath(archive, entry.path), OWNER_ONLY)
    await shared.read(archive, entry, (chunk) => out.writeFile(chunk))
  }
  const { path, size, sha256 } = entry
  return { path, size, sha256 }
}

async function readFile(entry: ArchiveEntry, folder: FolderUnpacker | null): Promise<ArchivedFile> {
  const { path, mode } = entry
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const chunk of entry.bytes) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  if (folder !== null && entry.size <= BUFFERED_MAX) await folder.addFile(path, mode, await bytesOf(counted()))
  else {
    await using out = folder === null ? undefined : await folder.openFile(path, mode)
    for await (const chunk of counted()) await out?.writeFile(chunk)
  }
  return { path, size, sha256: hash.digest('hex') }
}

async function bytesOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
