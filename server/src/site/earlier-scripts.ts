import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findChunkName } from './available-dictionary.ts'

/** A script of an earlier release with its SHA-256, against which the current version can be compressed. */
export type EarlierScript = { bytes: Buffer; sha256: Buffer }

/** The scripts of earlier releases, which browsers that return after a release still have. */
export type EarlierScripts = {
  /** Returns the earlier version of a chunk with this SHA-256 (base64), or null when it is unknown. */
  find(chunkName: string, sha256: string): EarlierScript | null
  /**
   * Adds the scripts that earlier releases left in a folder, and leaves the current ones there for later releases. `scripts` are the current
   * files by URL path.
   */
  keepIn(folder: string, scripts: ReadonlyMap<string, Buffer>): Promise<void>
}

/** The maximum size of all kept scripts, in memory and on disk: some ten releases. The scripts that were not served longest go first. */
const KEPT_BYTES_MAX = 8_000_000

/** The age from which a temporary file was left by a process that ended. A younger one may belong to another process with the same folder. */
const ABANDONED_AFTER_MS = 60_000

/** Creates an empty collection. Until `keepIn` has ended, and when it fails, `find` finds nothing. */
export function createEarlierScripts(maxBytes = KEPT_BYTES_MAX): EarlierScripts {
  let known = new Map<string, EarlierScript & { chunkName: string }>()
  return {
    find(chunkName, sha256) {
      const found = known.get(sha256)
      return found?.chunkName === chunkName ? found : null
    },
    async keepIn(folder, scripts) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await deleteAbandonedFiles(folder)
      const current = [...scripts].map(([path, bytes]) => ({ name: path.replace('/assets/', ''), bytes }))
      for (const { name, bytes } of current) await keep(folder, name, bytes)
      const earlier = new Map<string, EarlierScript & { chunkName: string }>()
      const isCurrent = new Set(current.map(({ name }) => name))
      for (const name of await prune(folder, maxBytes)) {
        const chunkName = findChunkName(`/assets/${name}`)
        if (chunkName === null || isCurrent.has(name)) continue
        const bytes = await readFile(join(folder, name))
        const sha256 = createHash('sha256').update(bytes).digest()
        earlier.set(sha256.toString('base64'), { chunkName, bytes, sha256 })
      }
      known = earlier
    },
  }
}

/** Stores a script atomically, or updates the modification time of the stored one, by which `prune` sorts. */
async function keep(folder: string, name: string, bytes: Buffer): Promise<void> {
  const file = join(folder, name)
  const now = new Date()
  const stored = await stat(file).catch(() => null)
  if (stored?.size === bytes.length) return await utimes(file, now, now)
  const part = join(folder, `.${randomUUID()}.part`)
  await writeFile(part, bytes, { mode: 0o600 })
  await rename(part, file)
}

async function deleteAbandonedFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.part')) continue
    const file = join(folder, name)
    const stored = await stat(file).catch(() => null) // another process may rename or delete it meanwhile
    if (stored && Date.now() - stored.mtimeMs > ABANDONED_AFTER_MS) await rm(file, { force: true })
  }
}

/** Deletes the scripts that were not served longest until the rest is at most `maxBytes` in size. Returns the names of the rest. */
async function prune(folder: string, maxBytes: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const files = await Promise.all(names.map(async (name) => ({ name, ...(await factsOf(join(folder, name))) })))
  let total = 0
  const left: string[] = []
  for (const { name, size } of files.toSorted((a, b) => b.servedAt - a.servedAt)) {
    total += size
    if (total <= maxBytes) left.push(name)
    else await rm(join(folder, name), { force: true })
  }
  return left
}

async function factsOf(file: string): Promise<{ size: number; servedAt: number }> {
  const { size, mtimeMs } = await stat(file)
  return { size, servedAt: mtimeMs }
}
