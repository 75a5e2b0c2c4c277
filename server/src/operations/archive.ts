import { createHash } from 'node:crypto'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { BACKUP_FORMATS, BACKUP_MANIFEST_FILE_NAME, type BackupManifest } from '@site/contract/backup-manifest'
import { createTarPacker } from 'modern-tar'
import { mapWithReadAhead, mergeSmallChunks } from './read-ahead.ts'
import type { DataSnapshot } from './snapshot.ts'

/**
 * The folder of stored files in a snapshot. Only stored files can be left out of a backup archive as external, that is, already in the
 * client's possession: other files change too often.
 */
const STORED = 'storage/files/'

/**
 * The maximum size, in bytes, of a file that is read into memory as a whole; several such files are read concurrently. Also the size of the
 * chunks that are compressed.
 */
const CHUNK_BYTES = 1 << 18
const AHEAD = 8

/** A file or folder of the snapshot. `bytes` is null for a folder, and for a large file, which is streamed instead. */
type Found = { path: string; size: number; mode: number; bytes: Buffer | null }
type Entry = { path: string; size: number; sha256: string; external?: true }
type Packer = ReturnType<typeof createTarPacker>['controller']

/**
 * Streams a snapshot as a tar.gz archive. The manifest is the last file in it, so that a truncated archive has no manifest. A read error
 * destroys the stream, so that the client receives a truncated archive. A stored file whose SHA-256 is in `have` is listed in the manifest
 * as external, and its bytes are left out.
 */
export function createBackupArchive(snapshot: DataSnapshot, have: ReadonlySet<string>): Readable {
  const { readable, controller } = createTarPacker()
  const gzip = createGzip({ level: 1 }) // level 1, the fastest: installers can't be compressed further, and it is enough for the database
  const tar = Readable.from(mergeSmallChunks(readable, CHUNK_BYTES), { objectMode: false })
  // When the client disconnects, the tar stream is destroyed, so that no further files are read.
  gzip.once('close', () => tar.destroy())
  tar.once('error', (error) => gzip.destroy(error))
  pack(snapshot, have, controller).catch((error: unknown) => controller.error(error))
  return tar.pipe(gzip)
}

async function pack(snapshot: DataSnapshot, have: ReadonlySet<string>, packer: Packer): Promise<void> {
  const files: Entry[] = []
  const found = mapWithReadAhead(pathsIn(snapshot.folder, ''), (path) => readEntry(snapshot.folder, path), AHEAD)
  for await (const each of found) {
    if (each.path.endsWith('/'))
      await packer.add({ name: each.path, size: 0, type: 'directory', mode: 0o700, mtime: snapshot.takenAt }).close()
    else files.push((await externalEntry(snapshot, each, have)) ?? (await packFile(snapshot, each, packer)))
  }
  const manifest: BackupManifest = {
    format: files.some(({ external }) => external) ? BACKUP_FORMATS.withExternal : BACKUP_FORMATS.whole,
    takenAt: snapshot.takenAt.toISOString(),
    database: snapshot.database,
    keysElsewhere: snapshot.keysElsewhere,
    files,
  }
  const bytes = Buffer.from(JSON.stringify(manifest, null, 1))
  const entry = packer
    .add({ name: BACKUP_MANIFEST_FILE_NAME, size: bytes.length, mode: 0o600, mtime: snapshot.takenAt })
    .getWriter()
  await entry.write(new Uint8Array(bytes))
  await entry.close()
  packer.finalize()
}

async function readEntry(folder: string, path: string): Promise<Found> {
  const { size, mode } = await stat(join(folder, path))
  const isWhole = size <= CHUNK_BYTES && !path.endsWith('/')
  return { path, size, mode, bytes: isWhole ? await readFile(join(folder, path)) : null }
}

/**
 * Returns the manifest entry of a stored file whose SHA-256 is in `have`, otherwise null. The hash is computed from the bytes on disk, not
 * taken from the database row, so that the backup includes a damaged file as it is.
 */
async function externalEntry({ folder }: DataSnapshot, found: Found, have: ReadonlySet<string>): Promise<Entry | null> {
  const { path, bytes } = found
  if (have.size === 0 || !path.startsWith(STORED)) return null
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes === null ? chunksOf(join(folder, path)) : [bytes]) {
    hash.update(chunk)
    size += chunk.length
  }
  const sha256 = hash.digest('hex')
  return have.has(sha256) ? { path, size, sha256, external: true } : null
}

async function packFile({ folder, takenAt }: DataSnapshot, found: Found, packer: Packer): Promise<Entry> {
  const { path, mode, bytes } = found
  const size = bytes?.length ?? found.size
  const hash = createHash('sha256')
  const entry = packer.add({ name: path, size, mode: mode & 0o700, mtime: takenAt }).getWriter()
  for await (const chunk of bytes === null ? chunksOf(join(folder, path)) : [bytes]) {
    hash.update(chunk)
    await entry.write(new Uint8Array(chunk))
  }
  await entry.close()
  return { path, size, sha256: hash.digest('hex') }
}

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  await using handle = await open(file, 'r')
  const chunks: AsyncIterable<Buffer> = handle.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES })
  yield* chunks
}

/**
 * Yields the path of every file and folder under a folder; folders have a trailing slash. Empty folders are included, because the data
 * folder of PostgreSQL needs them.
 */
async function* pathsIn(root: string, inside: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, inside), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`
    if (entry.isDirectory()) {
      yield `${path}/`
      yield* pathsIn(root, path)
    } else if (entry.isFile()) yield path
  }
}
