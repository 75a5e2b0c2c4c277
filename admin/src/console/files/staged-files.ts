import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import { CommandFailure, createFileFailure, failWithFile } from '../../failures.ts'
import { createTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts'

/** The maximum size of a file in bytes, which is the limit of the storage service. */
const MOST_BYTES = 5 * 1024 ** 3
const MOST_FILES = 500
const NAME = /^[^/\\\p{Cc}]{1,200}$/u

type StagedFile = {
  /** The temporary folder with the content that the page sent, or null for a file that was named by its path and is read in place. */
  folder: string | null
  path: string
  name: string
  size: number
  received: number
  isReceiving: boolean
}

/** A complete file. `stamp` changes when the file is changed or replaced. */
export type UsableFile = { path: string; name: string; isTemporary: boolean; stamp: string }

/** The files that the operator chose on the page for a command. The page refers to a file by its id, so that no call contains a path. */
export type StagedFiles = Disposable & {
  /**
   * Creates an empty file, to which `append` adds the content. `beside` is the id of another file, in whose folder it is created, because
   * `release publish` looks for the block map of an installer in the installer's folder.
   */
  create(name: string, size: number, beside: string | null): Promise<string>
  /** Appends a part of the content. `offset` must be the number of bytes received so far. Returns that number after the part. */
  append(id: string, offset: number, part: AsyncIterable<unknown>): Promise<number>
  /** Adds a file of this computer by its absolute path, or by a path that begins with `~/`, without copying it. */
  take(path: string): Promise<{ id: string; name: string; size: number }>
  /** Returns a file for a command. Throws a CommandFailure when the id is unknown or the content is not complete. */
  use(id: string): Promise<UsableFile>
  /** Makes ids invalid, and deletes the content that the page sent. Files that were named by their path stay. Ignores unknown ids. */
  discard(ids: readonly string[]): Promise<void>
}

/** Creates the store of the page's files. Creates a folder in `root` with the first file, and deletes it when the store is disposed. */
export function createStagedFiles(root: string): StagedFiles {
  const files = new Map<string, StagedFile>()
  let opened: Promise<TemporaryFolder> | null = null
  let folder: TemporaryFolder | null = null

  async function openFolder(): Promise<string> {
    opened ??= createTemporaryFolder(root).catch((cause: unknown) => {
      opened = null
      throw createFileFailure(root, cause)
    })
    folder = await opened
    return folder.path
  }

  function find(id: string): StagedFile {
    const file = files.get(id)
    if (file === undefined) throw new CommandFailure('not_found', 'A chosen file is gone. Choose it again.')
    return file
  }

  function add(file: Omit<StagedFile, 'isReceiving'>): string {
    if (files.size >= MOST_FILES) throw new CommandFailure('refused', 'Too many files are chosen. Reload the page.')
    const id = randomBytes(16).toString('base64url')
    files.set(id, { ...file, isReceiving: false })
    return id
  }

  async function discard(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const file = files.get(id)
      if (file === undefined) continue
      files.delete(id)
      const isShared = [...files.values()].some((other) => other.folder === file.folder)
      if (file.folder !== null) await rm(isShared ? file.path : file.folder, { recursive: true, force: true })
    }
  }

  return {
    async create(name, size, beside) {
      if (!NAME.test(name) || name === '.' || name === '..') {
        throw new CommandFailure('usage', 'The name of the file is not usable. Rename it.')
      }
      if (size > MOST_BYTES) throw new CommandFailure('bad_file', `${name}: the storage takes at most 5 GB.`)
      const neighbour = beside === null ? null : find(beside)
      const own = neighbour?.folder ?? join(await openFolder(), randomBytes(8).toString('hex'))
      const path = join(own, name)
      await mkdir(own, { recursive: true, mode: 0o700 })
      const created = await open(path, 'wx', 0o600).catch(failWithFile(name))
      await created.close()
      return add({ folder: own, path, name, size, received: 0 })
    },
    async append(id, offset, part) {
      const file = find(id)
      if (file.folder === null || file.isReceiving || offset !== file.received) {
        throw new CommandFailure('refused', `${file.name}: its parts arrived in the wrong order. Choose it again.`)
      }
      file.isReceiving = true
      try {
        await using handle = await open(file.path, 'a')
        await writePart(file, handle, part)
      } catch (cause) {
        throw cause instanceof CommandFailure ? cause : createFileFailure(file.name, cause)
      } finally {
        file.isReceiving = false
      }
      return file.received
    },
    async take(given) {
      const path = /^~[/\\]/.test(given) ? join(homedir(), given.slice(2)) : given
      if (!isAbsolute(path)) {
        throw new CommandFailure('usage', `"${given}" is not a path from the root of this computer, or from ~/.`)
      }
      const found = await statFile(path)
      const name = basename(path)
      const id = add({ folder: null, path, name, size: found.size, received: found.size })
      return { id, name, size: found.size }
    },
    async use(id) {
      const { path, name, size, received, folder: own } = find(id)
      if (received !== size) throw new CommandFailure('refused', `${name} has not been read completely.`)
      const { size: bytes, mtimeMs, ino } = await statFile(path)
      return { path, name, isTemporary: own !== null, stamp: `${bytes} ${mtimeMs} ${ino}` }
    },
    discard,
    [Symbol.dispose]() {
      folder?.[Symbol.dispose]()
    },
  }
}

/** Writes a part as it arrives, so that only one chunk of it is in memory. */
async function writePart(file: StagedFile, handle: FileHandle, part: AsyncIterable<unknown>): Promise<void> {
  for await (const chunk of part) {
    if (!(chunk instanceof Uint8Array)) continue
    if (file.received + chunk.length > file.size) {
      throw new CommandFailure('refused', `${file.name} became larger while it was read. Choose it again.`)
    }
    await handle.writeFile(chunk)
    file.received += chunk.length
  }
}

async function statFile(path: string) {
  const found = await stat(path).catch(failWithFile(path))
  if (!found.isFile()) throw new CommandFailure('bad_file', `${path}: that is a folder.`)
  return found
}
