import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'

type Operation = { flushed: string } | { renamed: string; to: string }

/**
 * Runs `write` and returns the renames that a power cut can lose, one line each: a file that was not flushed before its rename, or a
 * folder that was not flushed after a rename into it. Also returns a line when there was no rename.
 */
export async function findUnflushedRenames(write: () => Promise<unknown>): Promise<string[]> {
  const operations: Operation[] = []
  const restore = recordDiskOperations(operations)
  try {
    await write()
  } finally {
    restore()
  }
  const complaints = operations.flatMap((operation, at) => {
    if (!('renamed' in operation)) return []
    const { renamed, to } = operation
    const isFlushed = (path: string, among: Operation[]) =>
      among.some((each) => 'flushed' in each && each.flushed === path)
    return [
      ...(isFlushed(renamed, operations.slice(0, at)) ? [] : [`${renamed} was renamed before it was flushed`]),
      ...(isFlushed(dirname(to), operations.slice(at))
        ? []
        : [`${dirname(to)} was not flushed after the rename to ${to}`]),
    ]
  })
  return operations.some((operation) => 'renamed' in operation) ? complaints : ['nothing was renamed']
}

/** Replaces Node's functions that open, flush and rename files, for importers of named exports too. Returns a function that restores them. */
function recordDiskOperations(operations: Operation[]): () => void {
  const { open, rename } = fs.promises
  fs.promises.open = async (path, flags, mode) => {
    const handle = await open(path, flags, mode)
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      await sync()
      operations.push({ flushed: String(path) })
    }
    return handle
  }
  fs.promises.rename = async (from, to) => {
    await rename(from, to)
    operations.push({ renamed: String(from), to: String(to) })
  }
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs.promises, { open, rename })
    syncBuiltinESMExports()
  }
}
