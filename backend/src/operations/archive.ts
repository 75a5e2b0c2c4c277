import { createHash } from 'node:crypto'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { inPieces, readAhead } from './read-ahead.ts'
import type { Snapshot } from './snapshot.ts'

/** The last file of an archive: what it is, and the length and SHA-256 of every file before it. */
const MANIFEST = 'manifest.json'

/** Readers refuse a number that they do not know. The second one is for an archive that leaves out files whose bytes are elsewhere. */
const FORMATS = { whole: 1, withExternal: 2 } as const

/** Where a snapshot has the stored files. Others change too often for a caller to have them already. */
const STORED = 'storage/files/'

/** A file up to this many bytes is read at once, some of them ahead of their turn; and so much is compressed at a time. */
const PIECE = 1 << 18
const AHEAD = 8

/** A file or folder of the snapshot: its bytes, or null for a folder and for what is streamed. */
type Found = { path: string; size: number; mode: number; bytes: Buffer | null }
type Entry = { path: string; size: number; sha256: string; external?: true }
type Packer = ReturnType<typeof createTarPacker>['controller']

/**
 * A snapshot as a tar.gz, written as it is read. The manifest comes last, so an archive that broke off has none. An error
 * while reading destroys the stream: whoever receives it gets an archive without its end. A stored file whose SHA-256 is in
 * `have` is named in the manifest as external, and its bytes are left out.
 */
export function archiveOf(snapshot: Snapshot, have: ReadonlySet<string>): Readable {
  const { readable, controller } = createTarPacker()
  const gzip = createGzip({ level: 1 }) // installers do not become smaller, and the database does so at once
  const tar = Readable.from(inPieces(readable, PIECE), { objectMode: false })
  // Whoever downloads may stop; then nothing is packed any more.
  gzip.once('close', () => tar.destroy())
  tar.once('error', (error) => gzip.destroy(error))
  pack(snapshot, have, controller).catch((error: unknown) => controller.error(error))
  return tar.pipe(gzip)
}

async function pack(snapshot: Snapshot, have: ReadonlySet<string>, packer: Packer): Promise<void> {
  const files: Entry[] = []
  const found = readAhead(pathsIn(snapshot.folder, ''), (path) => look(snapshot.folder, path), AHEAD)
  for await (const each of found) {
    if (each.path.endsWith('/'))
      await packer.add({ name: each.path, size: 0, type: 'directory', mode: 0o700, mtime: snapshot.takenAt }).close()
    else files.push((await externalEntry(snapshot, each, have)) ?? (await packFile(snapshot, each, packer)))
  }
  const manifest = {
    format: files.some(({ external }) => external) ? FORMATS.withExternal : FORMATS.whole,
    takenAt: snapshot.takenAt.toISOString(),
    database: snapshot.database,
    keysElsewhere: snapshot.keysElsewhere,
    files,
  }
  const bytes = Buffer.from(JSON.stringify(manifest, null, 1))
  const entry = packer.add({ name: MANIFEST, size: bytes.length, mode: 0o600, mtime: snapshot.takenAt }).getWriter()
  await entry.write(new Uint8Array(bytes))
  await entry.close()
  packer.finalize()
}

async function look(folder: string, path: string): Promise<Found> {
  const { size, mode } = await stat(join(folder, path))
  const isWhole = size <= PIECE && !path.endsWith('/')
  return { path, size, mode, bytes: isWhole ? await readFile(join(folder, path)) : null }
}

/**
 * The manifest's entry of a file that the caller has, else null. The hash is that of the bytes on the disk and not the one in its row: of a
 * file that was damaged here, the caller gets what is here.
 */
async function externalEntry({ folder }: Snapshot, found: Found, have: ReadonlySet<string>): Promise<Entry | null> {
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

async function packFile({ folder, takenAt }: Snapshot, found: Found, packer: Packer): Promise<Entry> {
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
  const chunks: AsyncIterable<Buffer> = handle.createReadStream({ autoClose: false, highWaterMark: PIECE })
  yield* chunks
}

/** Every file and folder under a folder, folders with a slash at the end: PostgreSQL wants its own, also empty ones. */
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
