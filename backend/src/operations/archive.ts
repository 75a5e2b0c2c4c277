import { createHash } from 'node:crypto'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import type { Snapshot } from './snapshot.ts'

/** The last file of an archive: what it is, and the length and SHA-256 of every file before it. */
const MANIFEST = 'manifest.json'

/** Readers refuse a number that they do not know. */
const FORMAT = 1

type Entry = { path: string; size: number; sha256: string }
type Packer = ReturnType<typeof createTarPacker>['controller']

/**
 * A snapshot as a tar.gz, written as it is read. The manifest comes last, so an archive that broke off has none. An error
 * while reading destroys the stream: whoever receives it gets an archive without its end.
 */
export function archiveOf(snapshot: Snapshot): Readable {
  const { readable, controller } = createTarPacker()
  const gzip = createGzip({ level: 1 }) // installers do not become smaller, and the database does so at once
  const tar = Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0])
  // Whoever downloads may stop; then nothing is packed any more.
  gzip.once('close', () => tar.destroy())
  tar.once('error', (error) => gzip.destroy(error))
  pack(snapshot, controller).catch((error: unknown) => controller.error(error))
  return tar.pipe(gzip)
}

async function pack(snapshot: Snapshot, packer: Packer): Promise<void> {
  const files: Entry[] = []
  for await (const path of pathsIn(snapshot.folder, '')) {
    if (path.endsWith('/'))
      await packer.add({ name: path, size: 0, type: 'directory', mode: 0o700, mtime: snapshot.takenAt }).close()
    else files.push(await packFile(snapshot, path, packer))
  }
  const manifest = {
    format: FORMAT,
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

async function packFile({ folder, takenAt }: Snapshot, path: string, packer: Packer): Promise<Entry> {
  await using file = await open(join(folder, path), 'r')
  const { size, mode } = await file.stat()
  const hash = createHash('sha256')
  const entry = packer.add({ name: path, size, mode: mode & 0o700, mtime: takenAt }).getWriter()
  const chunks: AsyncIterable<Buffer> = file.createReadStream({ autoClose: false, highWaterMark: 1 << 18 })
  for await (const chunk of chunks) {
    hash.update(chunk)
    await entry.write(new Uint8Array(chunk))
  }
  await entry.close()
  return { path, size, sha256: hash.digest('hex') }
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
