import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const CONCURRENCY = 16

/** A writer that unpacks files into a folder, readable by the owner only. */
export type FolderUnpacker = {
  addFolder(path: string): Promise<void>
  /** Starts writing a file. Waits while 16 writes are in progress. Throws when an earlier write failed. */
  addFile(path: string, mode: number, bytes: Uint8Array): Promise<void>
  /** Opens a file for streaming, because it is too large to be buffered in memory. */
  openFile(path: string, mode: number): Promise<FileHandle>
  /** Waits until all writes have finished. Throws when one of them failed. */
  settle(): Promise<void>
}

/**
 * Opens a folder for unpacking an archive. Writes up to 16 files concurrently, because a database consists of about a thousand small
 * files.
 */
export function createFolderUnpacker(root: string): FolderUnpacker {
  const made = new Set<string>()
  const writing = new Set<Promise<void>>()
  let failure: { cause: unknown } | null = null

  const makeFolder = async (path: string) => {
    if (made.has(path)) return
    await mkdir(path, { recursive: true, mode: 0o700 })
    made.add(path)
  }
  const placeFor = async (path: string) => {
    const file = join(root, path)
    await makeFolder(dirname(file))
    return file
  }
  const throwFailure = () => {
    if (failure !== null) throw failure.cause
  }
  return {
    addFolder: (path) => makeFolder(join(root, path)),
    async addFile(path, mode, bytes) {
      const file = await placeFor(path)
      const one = writeFile(file, bytes, { flag: 'wx', mode: mode & 0o700 }).catch((cause: unknown) => {
        failure ??= { cause }
      })
      writing.add(one)
      void one.then(() => writing.delete(one))
      if (writing.size >= CONCURRENCY) await Promise.race(writing)
      throwFailure()
    },
    openFile: async (path, mode) => open(await placeFor(path), 'wx', mode & 0o700),
    async settle() {
      await Promise.all(writing)
      throwFailure()
    },
  }
}
