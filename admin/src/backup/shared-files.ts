import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileFailure } from '../failures.ts'
import { whenStopped } from '../when-stopped.ts'
import { broken } from './archive-entries.ts'
import type { FoundFile } from './manifest.ts'

/** The name of a shared file: the SHA-256 of its bytes. */
const NAME = /^[0-9a-f]{64}$/

const PIECE = 1 << 18

/**
 * The large files that the archives of a folder have in common, each once: `FOLDER/files/<sha256>`. A file gets its name when its bytes
 * are on the disk, and never changes afterwards.
 */
export class SharedFiles {
  readonly folder: string
  /** Those whose bytes were read and found right by this object, with their length. */
  readonly #checked = new Map<string, number>()

  /** The shared files of an archive lie beside it. */
  static beside(archive: string): SharedFiles {
    return new SharedFiles(join(dirname(archive), 'files'))
  }

  constructor(folder: string) {
    this.folder = folder
  }

  /** The names of all of them, whether they are whole or not. */
  async names(): Promise<string[]> {
    return (await this.#entries()).filter((name) => NAME.test(name)).toSorted()
  }

  /** Reads all of them. Returns the names of those that are whole. A damaged one is not named, and `add` replaces it. */
  async whole(): Promise<string[]> {
    const found: string[] = []
    for (const name of await this.names()) {
      const facts = await this.#read(name).catch(() => null) // a file that cannot be read is of no use for a restore
      if (facts?.sha256 === name) found.push(name)
    }
    return found
  }

  /** Stores bytes under their SHA-256. */
  async add(bytes: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }> {
    await onDisk(this.folder, () => mkdir(this.folder, { recursive: true, mode: 0o700 }))
    const unfinished = join(this.folder, `${randomUUID().slice(0, 8)}.part`)
    const file = await onDisk(unfinished, () => open(unfinished, 'wx', 0o600))
    using _stopped = whenStopped(() => rmSync(unfinished, { force: true }))
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
        await flushNames(this.folder)
      })
      return { sha256, size }
    } catch (error) {
      await file.close().catch(() => {})
      await rm(unfinished, { force: true })
      throw error
    }
  }

  /**
   * Reads the shared file that an archive refers to, and gives each piece to `use`. Refuses one that is missing or damaged. Without `use`
   * a file whose bytes were found right before is not read again.
   */
  async read(
    archive: string,
    { sha256, size }: FoundFile,
    use?: (piece: Uint8Array) => Promise<unknown>,
  ): Promise<void> {
    const path = join(this.folder, sha256)
    const isThere = await stat(path).catch(() => null)
    if (isThere === null) throw broken(archive, `it refers to ${path}, which is missing`, { hint: HINT })
    if (use === undefined && this.#checked.get(sha256) === size && isThere.size === size) return
    const found = await this.#read(sha256, use)
    if (found.sha256 !== sha256 || found.size !== size) {
      throw broken(archive, `it refers to ${path}, which is damaged`, { hint: HINT })
    }
  }

  async remove(name: string): Promise<void> {
    await onDisk(this.folder, () => rm(join(this.folder, name), { force: true }))
  }

  /** Removes what a program left that was killed while it wrote: a file without its name that nothing was written to since `moment`. */
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
      throw fileFailure(this.folder, cause)
    }
  }

  async #read(name: string, use?: (piece: Uint8Array) => Promise<unknown>): Promise<{ sha256: string; size: number }> {
    const hash = createHash('sha256')
    let size = 0
    for await (const piece of piecesOf(join(this.folder, name))) {
      hash.update(piece)
      size += piece.length
      await use?.(piece)
    }
    const sha256 = hash.digest('hex')
    if (sha256 === name) this.#checked.set(name, size)
    return { sha256, size }
  }
}

const HINT = 'Nothing was restored. Put the folder “files” of the backups beside the archive, or try another archive.'

async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const pieces: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: PIECE })
  try {
    yield* pieces
  } catch (cause) {
    throw fileFailure(path, cause)
  }
}

async function onDisk<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    throw fileFailure(path, cause)
  }
}

/** A new name is only safe from a power cut once its folder is on the disk too. Windows cannot open folders. */
async function flushNames(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
