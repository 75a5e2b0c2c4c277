import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { BACKUP_FORMAT, BACKUP_MANIFEST_FILE_NAME, type BackupManifest } from '@site/contract/backup-manifest'
import { createTarPacker } from 'modern-tar'
import { ignoreMissing } from './ignore-missing.ts'

/** The size, in bytes, of the chunks that are read and compressed. */
const CHUNK_BYTES = 1 << 18

type Packer = ReturnType<typeof createTarPacker>['controller']

/**
 * Streams a tar.gz archive that `fill` fills. The manifest is the last file in it, so that a truncated archive has no manifest. An error
 * destroys the stream, and when the reader destroys the stream, the next call of the writer rejects.
 */
export function createArchive(
  fill: (archive: ArchiveWriter) => Promise<Omit<BackupManifest, 'format' | 'files'>>,
): Readable {
  const { readable, controller } = createTarPacker()
  const gzip = createGzip({ level: 1 }) // level 1, the fastest: installers can't be compressed further, and it is enough for the database
  const tar = Readable.from(mergeSmallChunks(readable), { objectMode: false })
  gzip.once('close', () => tar.destroy())
  tar.once('error', (error) => gzip.destroy(error))
  const pack = async () => {
    const archive = new ArchiveWriter(controller)
    const facts = await fill(archive)
    const manifest: BackupManifest = { format: BACKUP_FORMAT, ...facts, files: archive.files }
    await archive.addBytes(BACKUP_MANIFEST_FILE_NAME, Buffer.from(JSON.stringify(manifest, null, 1)))
    controller.finalize()
  }
  pack().catch((error: unknown) => controller.error(error))
  return tar.pipe(gzip)
}

/** Adds files to an archive. `files` lists those that were added, with their hashes. */
export class ArchiveWriter {
  readonly files: BackupManifest['files'] = []
  readonly #packer: Packer

  constructor(packer: Packer) {
    this.#packer = packer
  }

  /** Adds a folder, also an empty one, because the data folder of PostgreSQL needs its empty folders. */
  async addFolder(path: string): Promise<void> {
    await this.#packer.add({ name: `${path}/`, size: 0, type: 'directory', mode: 0o700 }).close()
  }

  async addBytes(path: string, bytes: Uint8Array): Promise<void> {
    await this.#add(path, bytes.length, [bytes])
  }

  /**
   * Adds a file, or nothing when it does not exist any more. PostgreSQL may write to the file meanwhile; the entry has the size that the
   * file had at first.
   */
  async addFile(path: string, file: string): Promise<void> {
    await using handle = await open(file, 'r').catch(ignoreMissing)
    if (handle === null) return
    const { size } = await handle.stat()
    await this.#add(path, size, readExactly(handle, size))
  }

  /** Adds a folder with everything in it, except files and folders that `isWanted` rejects by their path in the folder. */
  async addTree(path: string, folder: string, isWanted: (path: string) => boolean, inside = ''): Promise<void> {
    for (const entry of (await readdir(join(folder, inside), { withFileTypes: true }).catch(ignoreMissing)) ?? []) {
      const below = inside === '' ? entry.name : `${inside}/${entry.name}`
      const name = path === '' ? below : `${path}/${below}`
      if (!isWanted(below)) continue
      if (entry.isFile()) await this.addFile(name, join(folder, below))
      else if (entry.isDirectory()) {
        await this.addFolder(name)
        await this.addTree(path, folder, isWanted, below)
      }
    }
  }

  async #add(path: string, size: number, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const hash = createHash('sha256')
    const entry = this.#packer.add({ name: path, size, mode: 0o600 }).getWriter()
    for await (const chunk of chunks) {
      hash.update(chunk)
      await entry.write(new Uint8Array(chunk))
    }
    await entry.close()
    if (path !== BACKUP_MANIFEST_FILE_NAME) this.files.push({ path, size, sha256: hash.digest('hex') })
  }
}

/** Yields the first `size` bytes of a file. When the file has become shorter, zeros follow, as in PostgreSQL's own base backup. */
async function* readExactly(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < size; ) {
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, size - position))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
    const chunk = bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead)
    position += chunk.length
    yield chunk
  }
}

/** Joins small chunks, because the compressor has a fixed cost per chunk. */
async function* mergeSmallChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    length += chunk.length
    if (length < CHUNK_BYTES) continue
    yield Buffer.concat(held)
    held = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(held)
}
