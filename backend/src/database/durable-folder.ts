import { fdatasyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']
type Options = Parameters<Init>[1]

/** What is used here of Emscripten's file system, which PGlite's types leave open. */
type FileModule = {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
  FS: { ErrnoError: new (errno: number) => Error; streams: (object | null)[]; close(stream: object): void }
}

// Emscripten's own numbers. PostgreSQL passes over EINVAL for folders, which some file systems refuse to sync.
const EINVAL = 28
const EIO = 29

/**
 * A data folder on disk whose writes are really down when PostgreSQL asks for it. PGlite runs with `fsync=off`, and its
 * file system ignores the call; with this one and `fsync=on`, `wal_sync_method=fsync`, an answered commit survives a
 * power cut. docs/decisions/0001-embedded-database.md has the measurements.
 */
export class DurableFolder extends NodeFS {
  #module: FileModule | null = null

  override async init(...[pglite, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const afterMount: NonNullable<Options['preRun']> = [
      (module: object) => {
        this.#module = module as FileModule
        syncForReal(this.#module)
      },
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), ...afterMount] } }
  }

  /** Closes the files of an engine that broke down and can't be asked to do it. */
  abandon(): void {
    if (this.#module === null) return
    const { FS } = this.#module
    this.#module = null
    for (const stream of FS.streams) {
      try {
        if (stream) FS.close(stream)
      } catch {
        // It was closed already; what counts is that the others are tried.
      }
    }
  }
}

function syncForReal({ NODEFS, FS }: FileModule): void {
  NODEFS.stream_ops.fsync = (stream) => {
    try {
      fdatasyncSync(stream.nfd)
      return 0
    } catch (error) {
      // PostgreSQL must hear of it: it stops rather than promise what it can't keep.
      throw new FS.ErrnoError(error instanceof Error && 'code' in error && error.code === 'EINVAL' ? EINVAL : EIO)
    }
  }
}
