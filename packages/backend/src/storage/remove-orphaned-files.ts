import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/port/database.ts'
import { STORAGE_LIMITS } from './limits.ts'

const AT_ONCE = 500

/**
 * Removes orphaned files, which no object row refers to, for example after a power failure between writing a file and its row. Does not
 * remove recent files, which may belong to an upload in progress. Returns the number of removed files.
 */
export async function removeOrphanedFiles(folder: string, database: Database, now: number): Promise<number> {
  const isOld = async (path: string) => {
    // Measures a file's age by its change time (ctime), not its modification time: a copied object is a new hard link to bytes that may be
    // old.
    const facts = await stat(path).catch(() => null)
    return facts !== null && now - facts.ctimeMs > STORAGE_LIMITS.orphanMs
  }
  let removed = 0
  for (const name of await list(join(folder, 'incoming'))) {
    const path = join(folder, 'incoming', name)
    if (await isOld(path)) removed += await remove(path)
  }
  for (const shelf of await list(join(folder, 'files'))) {
    const versions = await list(join(folder, 'files', shelf))
    for (let start = 0; start < versions.length; start += AT_ONCE) {
      const batch = versions.slice(start, start + AT_ONCE)
      const named = await namedVersions(database, batch)
      for (const version of batch) {
        const path = join(folder, 'files', shelf, version)
        if (!named.has(version) && (await isOld(path))) removed += await remove(path)
      }
    }
  }
  return removed
}

async function namedVersions(database: Database, versions: string[]): Promise<Set<string | null>> {
  const query = database.kysely.selectFrom('storage.objects').select('version').where('version', 'in', versions)
  return new Set((await query.execute()).map(({ version }) => version))
}

async function list(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []) // before the first upload, the storage folder does not exist
}

async function remove(path: string): Promise<number> {
  return await rm(path, { force: true }).then(
    () => 1,
    () => 0,
  )
}
