import { fdatasyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']
type Options = Parameters<Init>[1]

/** The part of Emscripten's file system module that `DurableFileSystem` uses. PGlite declares no types for it. */
type FileModule = {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
  FS: { ErrnoError: new (errno: number) => Error; streams: (object | null)[]; close(stream: object): void }
}

// Emscripten's error numbers. PostgreSQL ignores EINVAL for folders, because some file systems cannot sync a folder.
const EINVAL = 28
const EIO = 29

/**
 * A data folder whose fsync() calls reach the disk. PGlite runs with `fsync=off`, and its file system ignores fsync() calls. With this
 * class, `fsync=on` and `wal_sync_method=fsync`, an acknowledged commit survives a power cut (measurements:
 * docs/decisions/0001-embedded-database.md).
 */
export class DurableFileSystem extends NodeFS {
  #module: FileModule | null = null

  override async init(...[pglite, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const afterMount: NonNullable<Options['preRun']> = [
      (module: object) => {
        this.#module = module as FileModule
        installFsync(this.#module)
      },
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), ...afterMount] } }
  }

  /** Closes the open files of an engine that crashed and therefore can't shut down by itself. */
  abandon(): void {
    if (this.#module === null) return
    const { FS } = this.#module
    this.#module = null
    for (const stream of FS.streams) {
      try {
        if (stream) FS.close(stream)
      } catch {
        // The file was already closed. The loop continues with the remaining files.
      }
    }
  }
}

function installFsync({ NODEFS, FS }: FileModule): void {
  NODEFS.stream_ops.fsync = (stream) => {
    try {
      fdatasyncSync(stream.nfd)
      return 0
    } catch (error) {
      // A failed fsync() must reach PostgreSQL as an error: it then stops instead of acknowledging a commit that is not on disk.
      throw new FS.ErrnoError(error instanceof Error && 'code' in error && error.code === 'EINVAL' ? EINVAL : EIO)
    }
  }
}
