import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createFileFailure } from '../failures.ts'
import { registerSignalCleanup } from '../signal-cleanup.ts'
import { createArchiveFailure } from './archive-entries.ts'
import type { ArchivedFile } from './manifest.ts'

/** The pattern of a shared file's name: the SHA-256 of its content in hexadecimal. */
const NAME = /^[0-9a-f]{64}$/

const CHUNK_BYTES = 1 << 18

/**
 * A content-addressed store of the large files that the backup archives of one folder share: `FOLDER/files/<sha256>`. A file gets its final
 * name after fsync and never changes afterwards.
 */
export class SharedFileStore {
  readonly folder: string
  /** The size of each shared file whose SHA-256 this object has already verified, by file name. */
  readonly #checked = new Map<string, number>()

  /** Opens the shared files of an archive, which are in the folder `files` beside it. */
  static beside(archive: string): SharedFileStore {
    return new SharedFileStore(join(dirname(archive), 'files'))
  }

  constructor(folder: string) {
    this.folder = folder
  }

  /** Lists the names of all shared files, including damaged ones. */
  async names(): Promise<string[]> {
    return (await this.#entries()).filter((name) => NAME.test(name)).toSorted()
  }

  /** Hashes every shared file and returns the names of the undamaged ones. `add` replaces a damaged file. */
  async intact(): Promise<string[]> {
    const found: string[] = []
    for (const name of await this.names()) {
      const facts = await this.#read(name).catch(() => null) // an unreadable file counts as damaged: a restore could not use it
      if (facts?.sha256 === name) found.push(name)
    }
    return found
  }

  /** Stores the content in a file that is named after its SHA-256. */
  async add(bytes: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }> {
    await onDisk(this.folder, () => mkdir(this.folder, { recursive: true, mode: 0o700 }))
    const unfinished = join(this.folder, `${randomUUID().slice(0, 8)}.part`)
    const file = await onDisk(unfinished, () => open(unfinished, 'wx', 0o600))
    using _stopped = registerSignalCleanup(() => rmSync(unfinished, { force: true }))
    const hash = createHash('sha256')
    let size = 0
    try {
      for await (const chunk of bytes) {
        hash.update(chunk)
        size += chunk.length
        await onDisk(unfinished, () => file.writeFile(chunk))
      }
      const sha256 = hash.digest('hex')
      await onDisk(unfinished, async () => {
        await file.sync()
        await file.close()
        await rename(unfinished, join(this.folder, sha256))
        await syncFolder(this.folder)
      })
      return { sha256, size }
    } catch (error) {
      await file.close().catch(() => {})
      await rm(unfinished, { force: true })
      throw error
    }
  }

  /**
   * Reads the shared file that an archive references and passes each chunk to `use`. Throws a `bad_archive` CommandFailure when the file is
   * missing or damaged. Without `use`, a file that was already verified is not read again.
   */
  async read(
    archive: string,
    { sha256, size }: ArchivedFile,
    use?: (chunk: Uint8Array) => Promise<unknown>,
  ): Promise<void> {
    const path = join(this.folder, sha256)
    const isThere = await stat(path).catch(() => null)
    if (isThere === null) throw createArchiveFailure(archive, `it refers to ${path}, which is missing`, { hint: HINT })
    if (use === undefined && this.#checked.get(sha256) === size && isThere.size === size) return
    const found = await this.#read(sha256, use)
    if (found.sha256 !== sha256 || found.size !== size) {
      throw createArchiveFailure(archive, `it refers to ${path}, which is damaged`, { hint: HINT })
    }
  }

  async remove(name: string): Promise<void> {
    await onDisk(this.folder, () => rm(join(this.folder, name), { force: true }))
  }

  /** Deletes .part files that were last written before `moment` (milliseconds since the epoch): a killed process left them behind. */
  async removeUnfinished(moment: number): Promise<void> {
    for (const name of (await this.#entries()).filter((each) => each.endsWith('.part'))) {
      const facts = await stat(join(this.folder, name)).catch(() => null)
      if (facts !== null && facts.mtimeMs < moment) await this.remove(name)
    }
  }

  async #entries(): Promise<string[]> {
    try {
      return await readdir(this.folder)
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
      throw createFileFailure(this.folder, cause)
    }
  }

  async #read(name: string, use?: (chunk: Uint8Array) => Promise<unknown>): Promise<{ sha256: string; size: number }> {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of chunksOf(join(this.folder, name))) {
      hash.update(chunk)
      size += chunk.length
      await use?.(chunk)
    }
    const sha256 = hash.digest('hex')
    if (sha256 === name) this.#checked.set(name, size)
    return { sha256, size }
  }
}

const HINT = 'Nothing was restored. Put the folder “files” of the backups beside the archive, or try another archive.'

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  try {
    yield* chunks
  } catch (cause) {
    throw createFileFailure(path, cause)
  }
}

async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    throw createFileFailure(path, cause)
  }
}

/** Calls fsync on the folder, because a rename survives a power cut only after that. Skips Windows, which cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
