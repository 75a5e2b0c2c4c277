import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileFailure } from '../failures.ts'

/** How `backup` names its archives: the time is in the name, so the names sort by it. */
const ARCHIVE = /^site-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.tar\.gz$/

/** Deletes all but the `keep` newest archives of a folder, and returns the names of the deleted ones. Other files stay. */
export async function rotate(folder: string, keep: number): Promise<string[]> {
  if (keep === Number.POSITIVE_INFINITY) return []
  try {
    const archives = (await readdir(folder)).filter((name) => ARCHIVE.test(name)).toSorted()
    const old = archives.slice(0, Math.max(0, archives.length - keep))
    for (const name of old) await rm(join(folder, name))
    return old
  } catch (cause) {
    throw fileFailure(folder, cause)
  }
}
