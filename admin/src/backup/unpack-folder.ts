import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const AT_ONCE = 16

/** A folder that is being filled, all of it for its owner alone. */
export type UnpackFolder = {
  addFolder(path: string): Promise<void>
  /** Begins to write a whole file, and waits while too many are being written. Throws when an earlier one failed. */
  addFile(path: string, mode: number, bytes: Uint8Array): Promise<void>
  /** Opens a file that is too large to be held. */
  openFile(path: string, mode: number): Promise<FileHandle>
  /** Waits until nothing is being written any more. Throws when one of the files could not be. */
  settle(): Promise<void>
}

/** Fills a folder with files that are not there yet, several at a time: a database has a thousand small ones. */
export function unpackFolder(root: string): UnpackFolder {
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
      if (writing.size >= AT_ONCE) await Promise.race(writing)
      throwFailure()
    },
    openFile: async (path, mode) => open(await placeFor(path), 'wx', mode & 0o700),
    async settle() {
      await Promise.all(writing)
      throwFailure()
    },
  }
}
