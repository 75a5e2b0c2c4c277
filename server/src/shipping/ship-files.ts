import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { STORED_FILES_PATH } from '@site/contract/backup-manifest'
import { nameFile, parseFileName, SHIPPED_FILES, SHIPPED_KEYS } from '@site/contract/shipping/names'
import type { ObjectStore } from '@site/contract/shipping/object-store'
import { ignoreMissing } from '../operations/ignore-missing.ts'

/**
 * The maximum size of files that are shipped before the rows that refer to them. Larger files are shipped in the background, because the
 * rows must not wait for the upload of an installer, which takes minutes.
 */
const SMALL_BYTES = 4 * 1024 * 1024
/** The pause before a large file whose upload failed is tried again. */
const RETRY_MS = 10_000

/** Ships stored files and keys to a store. Stored files never change, so each one is shipped once. */
export class FileShipper {
  readonly #store: ObjectStore
  readonly #dataDir: string
  readonly #folder: string
  /** The stored files in the store by their path below `storage/files`; null before the store was listed. */
  #shipped: Map<string, string> | null = null
  /** The paths of the large files that the store does not have yet, also of those whose upload failed. */
  readonly #due = new Set<string>()
  #isUploading = false
  #retryAt = 0
  /** An error of the last round of uploads of large files; null when all succeeded. */
  failure: unknown = null

  constructor(store: ObjectStore, dataDir: string) {
    this.#store = store
    this.#dataDir = dataDir
    this.#folder = join(dataDir, STORED_FILES_PATH)
  }

  /** The number of large files that are not in the store yet. */
  get missing(): number {
    return this.#due.size
  }

  /** Lists the files in the store again, and ships the key files of DATA_DIR. Keys that are set in the environment have no file. */
  async begin(): Promise<void> {
    for (const name of SHIPPED_KEYS.names) {
      const bytes = await readFile(join(this.#dataDir, name)).catch(ignoreMissing)
      if (bytes !== null) await this.#store.write(`${SHIPPED_KEYS.folder}${name}`, bytes)
    }
    const entries = await this.#store.list(SHIPPED_FILES.folder)
    const deleted = await this.#store.list(SHIPPED_FILES.deletedFolder)
    const marked = new Set(deleted.map(({ name }) => name.slice(SHIPPED_FILES.deletedFolder.length)))
    const files = entries.map(({ name }) => parseFileName(name)).filter((file) => file !== null)
    const present = files.filter(({ name }) => !marked.has(name.slice(SHIPPED_FILES.folder.length)))
    this.#shipped = new Map(present.map(({ path, name }) => [path, name]))
  }

  /**
   * Ships new stored files, and marks the files in the store that were deleted from DATA_DIR. Resolves when the small files are in the
   * store; large files follow in the background. Throws when the upload of a small file failed.
   */
  async ship(): Promise<void> {
    const shipped = this.#shipped ?? new Map<string, string>()
    const present = await listStoredFiles(this.#folder)
    for (const path of present) {
      if (shipped.has(path) || this.#due.has(path)) continue
      const facts = await stat(join(this.#folder, path)).catch(ignoreMissing)
      if (facts !== null && facts.size > SMALL_BYTES) this.#due.add(path)
      else if (facts !== null) await this.#shipOne(path)
    }
    const names = new Set(present)
    for (const [path, name] of shipped) {
      if (names.has(path)) continue
      // `pruneStore` deletes the file and its mark when no restore needs them.
      const mark = `${SHIPPED_FILES.deletedFolder}${name.slice(SHIPPED_FILES.folder.length)}`
      await this.#store.write(mark, new Uint8Array())
      shipped.delete(path)
    }
  }

  /** Ships the large files that are due, one after another, unless it does already. After a failure it waits for ten seconds. */
  async shipLarge(): Promise<void> {
    if (this.#isUploading || this.#due.size === 0 || performance.now() < this.#retryAt) return
    this.#isUploading = true
    this.failure = null
    for (const path of this.#due) {
      try {
        await this.#shipOne(path)
        this.#due.delete(path)
      } catch (error) {
        this.failure = error
        this.#retryAt = performance.now() + RETRY_MS
      }
    }
    this.#isUploading = false
  }

  /** Ships a stored file, or nothing when it was deleted meanwhile. */
  async #shipOne(path: string): Promise<void> {
    const file = join(this.#folder, path)
    if ((await stat(file).catch(ignoreMissing)) === null) return
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    const name = nameFile(path, hash.digest('hex'))
    await this.#store.writeFile(name, file)
    this.#shipped?.set(path, name)
  }
}

/** Lists the stored files below a folder. They are complete: an upload is written to another folder and moved here at its end. */
async function listStoredFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  const files = (found ?? []).filter((entry) => entry.isFile())
  return files.map((entry) => `${entry.parentPath.slice(folder.length + 1)}/${entry.name}`)
}
