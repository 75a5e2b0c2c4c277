import { createHash, randomUUID } from 'node:crypto'
import { constants, copyFile, type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fsyncPath } from '../database/fsync-path.ts'
import { Refusal } from '../http/errors.ts'
import { storageErrors } from './errors.ts'

/** A stored file: its version, its size in bytes, and the SHA-256 of its bytes in hexadecimal. */
export type StoredFile = { version: string; size: number; sha256: string }

/** A file that is open for reading. It stays readable when its object is replaced or removed meanwhile. */
export type OpenStoredFile = { handle: FileHandle; size: number }

const VERSION = /^[\w-]{1,100}$/

/**
 * Stores the files of objects in DATA_DIR/storage. A file is named by its version, which the server generates, so that a name sent by a
 * client never becomes a path. The file is written under a temporary name, flushed to disk and renamed, so that no reader sees a partial
 * file. It is never modified afterwards.
 */
export class FileStore {
  readonly folder: string

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'storage')
  }

  /**
   * Stores the bytes of `source` as a file. Throws 413 as soon as there are more than `limit` bytes, and an error when the disk is full or
   * not writable. After any error, including one of `source`, no file is left.
   */
  async store(source: AsyncIterable<Uint8Array>, limit: number, version: string = randomUUID()): Promise<StoredFile> {
    const target = this.#pathOf(version)
    const temporary = join(this.folder, 'incoming', randomUUID())
    try {
      await onDisk(() =>
        Promise.all([dirname(target), dirname(temporary)].map((path) => mkdir(path, { recursive: true }))),
      )
      const facts = await write(temporary, source, limit)
      await onDisk(() => rename(temporary, target))
      await onDisk(() => fsyncPath(dirname(target)))
      return { version, ...facts }
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {})
      throw error
    }
  }

  /**
   * Creates another file with the same bytes and returns its version, or null when the file does not exist. The new file is a hard link,
   * because files are immutable, or a copy where the file system has no hard links.
   */
  async duplicate(version: string): Promise<string | null> {
    if (!VERSION.test(version)) return null
    const copy = randomUUID()
    const [from, to] = [this.#pathOf(version), this.#pathOf(copy)]
    return await onDisk(async () => {
      await mkdir(dirname(to), { recursive: true })
      const isCopied = await link(from, to)
        .catch(async (cause) => {
          if (isMissing(cause)) throw cause
          await copyFile(from, to, constants.COPYFILE_FICLONE)
        })
        .then(
          () => true,
          (cause) => {
            if (isMissing(cause)) return false
            throw cause
          },
        )
      if (!isCopied) return null
      await fsyncPath(dirname(to))
      return copy
    })
  }

  /** Opens a stored file. Returns null when it does not exist. The caller must close the file. */
  async open(version: string): Promise<OpenStoredFile | null> {
    if (!VERSION.test(version)) return null
    try {
      const handle = await open(this.#pathOf(version), 'r')
      return { handle, size: (await handle.stat()).size }
    } catch (cause) {
      if (isMissing(cause)) return null
      throw storageErrors.diskUnusable({ message: 'The object cannot be read at the moment', cause })
    }
  }

  /** Removes a file that no database row refers to any more. When the removal fails, a later sweep removes the file. */
  async remove(version: string): Promise<void> {
    if (VERSION.test(version)) await rm(this.#pathOf(version), { force: true }).catch(() => {})
  }

  /** Returns the path of a file. The files are distributed over 256 folders by their hash, so that no folder gets too large to list quickly. */
  #pathOf(version: string): string {
    if (!VERSION.test(version)) throw storageErrors.objectNotFound()
    const shelf = createHash('sha256').update(version).digest('hex').slice(0, 2)
    return join(this.folder, 'files', shelf, version)
  }
}

async function write(
  path: string,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Omit<StoredFile, 'version'>> {
  const hash = createHash('sha256')
  const file = await onDisk(() => open(path, 'wx', 0o600))
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw storageErrors.tooLarge()
      hash.update(chunk)
      await onDisk(() => file.writeFile(chunk))
    }
    await onDisk(() => file.sync())
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex') }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Runs a disk operation and converts its errors to storage errors: disk full, or disk not usable. */
async function onDisk<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    throw FULL.has(codeOf(cause)) ? storageErrors.diskFull({ cause }) : storageErrors.diskUnusable({ cause })
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
