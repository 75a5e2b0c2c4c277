import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runInBackground } from '@site/backend/run-in-background'
import { nameFile, parseFileName, SHIPPED_FILES, SHIPPED_KEYS } from '@site/contract/shipping/names'
import type { Place } from '@site/contract/shipping/place'

/**
 * The maximum size of files that are shipped before the rows that refer to them. Larger files are shipped in the background, because the
 * rows must not wait for the upload of an installer, which takes minutes.
 */
const SMALL_BYTES = 4 * 1024 * 1024

/** Ships stored files and keys to a place. Stored files never change, so each one is shipped once. */
export class FileShipper {
  readonly #place: Place
  readonly #dataDir: string
  /** The stored files in the place by their path below `storage/files`; null before the place was listed. */
  #shipped: Map<string, string> | null = null
  /** The paths of the large files that are being shipped in the background. `#failure` is the last error of one of them. */
  readonly #underway = new Set<string>()
  #failure: Error | null = null

  constructor(place: Place, dataDir: string) {
    this.#place = place
    this.#dataDir = dataDir
  }

  /** The number of large files that are still being shipped. */
  get underway(): number {
    return this.#underway.size
  }

  /** Clears the cached list of the files in the place. The next `ship` lists them again. */
  forget(): void {
    this.#shipped = null
  }

  /**
   * Ships new stored files, and marks the files in the place that were deleted from DATA_DIR. Resolves when the small files are in the
   * place; large files follow in the background. Throws when an upload failed, or when a large file of an earlier call failed.
   */
  async ship(): Promise<void> {
    this.#shipped ??= await this.#list()
    const shipped = this.#shipped
    if (this.#failure !== null) {
      const failure = this.#failure
      this.#failure = null
      throw failure
    }
    const present = await listStoredFiles(join(this.#dataDir, SHIPPED_FILES.inDataFolder))
    for (const path of present) {
      if (!shipped.has(path) && !this.#underway.has(path)) await this.#shipOne(path, shipped)
    }
    await this.#markDeleted(new Set(present), shipped)
  }

  /** Ships the key files of DATA_DIR. Keys that are set in the environment have no file and are not shipped. */
  async shipKeys(): Promise<void> {
    for (const name of SHIPPED_KEYS.names) {
      const bytes = await readFile(join(this.#dataDir, name)).catch(ignoreMissing)
      if (bytes !== null) await this.#place.write(`${SHIPPED_KEYS.folder}${name}`, bytes)
    }
  }

  async #list(): Promise<Map<string, string>> {
    const entries = await this.#place.list(SHIPPED_FILES.folder)
    const files = entries.map(({ name }) => parseFileName(name)).filter((file) => file !== null)
    const deleted = await this.#place.list(SHIPPED_FILES.deletedFolder)
    const marked = new Set(deleted.map(({ name }) => name.slice(SHIPPED_FILES.deletedFolder.length)))
    const present = files.filter(({ name }) => !marked.has(name.slice(SHIPPED_FILES.folder.length)))
    return new Map(present.map(({ path, name }) => [path, name]))
  }

  async #shipOne(path: string, shipped: Map<string, string>): Promise<void> {
    const file = join(this.#dataDir, SHIPPED_FILES.inDataFolder, path)
    const facts = await stat(file).catch(ignoreMissing)
    if (facts === null) return
    const ship = async () => {
      const hash = createHash('sha256')
      const chunks: AsyncIterable<Buffer> = createReadStream(file)
      for await (const chunk of chunks) hash.update(chunk)
      const name = nameFile(path, hash.digest('hex'))
      await this.#place.writeFile(name, file)
      shipped.set(path, name)
    }
    if (facts.size <= SMALL_BYTES) {
      await ship().catch(ignoreMissing)
      return
    }
    this.#underway.add(path)
    runInBackground(
      ship()
        .catch(ignoreMissing)
        .finally(() => this.#underway.delete(path)),
      (error) => {
        this.#failure = error instanceof Error ? error : new Error(String(error))
      },
    )
  }

  /** Writes a mark for each file that was deleted from DATA_DIR. `prunePlace` deletes the file and its mark when no restore needs them. */
  async #markDeleted(present: ReadonlySet<string>, shipped: Map<string, string>): Promise<void> {
    for (const [path, name] of shipped) {
      if (present.has(path)) continue
      const mark = `${SHIPPED_FILES.deletedFolder}${name.slice(SHIPPED_FILES.folder.length)}`
      await this.#place.write(mark, new Uint8Array())
      shipped.delete(path)
    }
  }
}

/** Lists the stored files below a folder. They are complete: an upload is written to another folder and moved here at its end. */
async function listStoredFiles(folder: string): Promise<string[]> {
  const shelves = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? []
  const lists = shelves
    .filter((entry) => entry.isDirectory())
    .map(async ({ name }) => {
      const files = (await readdir(join(folder, name)).catch(ignoreMissing)) ?? []
      return files.map((file) => `${name}/${file}`)
    })
  return (await Promise.all(lists)).flat()
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
