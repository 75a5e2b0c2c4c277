import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../sync-folder.ts'
import type { ObjectStore, StoreEntry } from './object-store.ts'

/** The prefix of the name of a file that is being written. `list` leaves out files with this prefix. */
const PART = '.part-'

/**
 * Opens a folder as a store. The folder must exist and is never created: when its disk is not mounted, an empty folder would be mistaken for
 * an empty store.
 *
 * A file is written under a temporary name, flushed to disk and renamed. `write` does not flush the folder, so a power failure shortly after
 * it can lose the new name: until the next write on ext4 and XFS, whose journals keep the order of changes, and for up to 30 seconds on
 * other file systems. Flushing the folder too would double the number of flushes, and on a shared disk each one delays the database.
 */
export function openFolderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => join(folder, name)
  const write = async (name: string, fill: (path: string) => Promise<unknown>) => {
    const target = pathOf(name)
    const part = join(dirname(target), `${PART}${randomUUID()}`)
    await requireFolder(folder)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    try {
      await fill(part)
      await rename(part, target)
    } catch (error) {
      await rm(part, { force: true }).catch(() => {})
      throw error
    }
  }
  return {
    address: folder,
    async list(prefix, after = '') {
      await requireFolder(folder)
      const entries = await listBelow(folder, pathOf(prefix.slice(0, prefix.lastIndexOf('/') + 1)))
      return entries
        .filter(({ name }) => name.startsWith(prefix) && name > after)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
    async read(name) {
      await requireFolder(folder)
      return readFile(pathOf(name)).catch(ignoreMissing)
    },
    open: async (name) => createReadStream(pathOf(name)),
    write: (name, bytes) =>
      write(name, async (part) => {
        await using file = await open(part, 'wx', 0o600)
        await file.writeFile(bytes)
        await file.sync()
      }),
    async writeFile(name, path, end = new Uint8Array()) {
      await write(name, async (part) => {
        const content = async function* () {
          yield* createReadStream(path)
          yield end
        }
        await pipeline(content, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
      })
      await syncFolder(dirname(pathOf(name)))
    },
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true })
    },
  }
}

async function requireFolder(folder: string): Promise<void> {
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`)
}

async function listBelow(root: string, folder: string): Promise<StoreEntry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  const files = (found ?? []).filter((entry) => entry.isFile() && !entry.name.startsWith(PART))
  const entries = files.map(async (entry): Promise<StoreEntry | null> => {
    const path = join(entry.parentPath, entry.name)
    const facts = await stat(path).catch(ignoreMissing)
    const name = relative(root, path).replaceAll(sep, '/')
    return facts && { name, size: facts.size, writtenAt: facts.mtime }
  })
  return (await Promise.all(entries)).filter((entry) => entry !== null)
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
