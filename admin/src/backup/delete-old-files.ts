import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupManifest } from '@site/contract/backup-manifest'
import { CommandFailure, createFileFailure } from '../failures.ts'
import { readArchiveManifest } from './read-archive.ts'
import type { SharedFileStore } from './shared-files.ts'

/** The pattern of archive names that `backup` writes. The names contain the time, so sorting them by name sorts them by age. */
const ARCHIVE = /^site-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.tar\.gz$/

/** The pattern of every file that may reference shared files, including archives that an operator renamed. */
const ANY_ARCHIVE = /\.(tar\.gz|tgz)$/

/** The pattern of an archive that is being written, or that a killed process left unfinished. */
const UNFINISHED = /^site-\S+\.tar\.gz\.[0-9a-f]{8}\.part$/

/** A .part file that was not written to for this many milliseconds belongs to a process that no longer runs. */
const STALLED_MS = 24 * 60 * 60 * 1000

/** Returns whether a file name is one that `backup` gives to an archive. */
export function isArchiveName(name: string): boolean {
  return ARCHIVE.test(name)
}

/** Deletes all but the `keep` newest archives of a folder and returns the deleted names. Ignores files with other names. */
export async function deleteOldArchives(folder: string, keep: number): Promise<string[]> {
  if (keep === Number.POSITIVE_INFINITY) return []
  try {
    const archives = (await readdir(folder)).filter(isArchiveName).toSorted()
    const old = archives.slice(0, Math.max(0, archives.length - keep))
    for (const name of old) await rm(join(folder, name))
    return old
  } catch (cause) {
    throw createFileFailure(folder, cause)
  }
}

/** Deletes the .part files that killed backups left in the folder and in its shared files, once they are older than a day. */
export async function removeStalePartFiles(folder: string, shared: SharedFileStore): Promise<void> {
  const moment = Date.now() - STALLED_MS
  for (const name of (await readdir(folder)).filter((each) => UNFINISHED.test(each))) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => null)
    if (facts !== null && facts.mtimeMs < moment) await rm(path, { force: true })
  }
  await shared.removeUnfinished(moment)
}

/**
 * Deletes the shared files that no archive of the folder references and returns their names. `newest` is the manifest of the archive that
 * was just written; when it references all of them, no other archive is read. Deletes nothing when an archive cannot be read or while
 * another backup is being written to the folder, because either may reference any of the files.
 */
export async function removeUnreferencedFiles(
  folder: string,
  shared: SharedFileStore,
  newest: BackupManifest,
): Promise<{ deleted: string[]; unreadable: string | null }> {
  const deleted = new Set(await shared.names())
  const keepFilesOf = ({ files }: BackupManifest) => {
    for (const { sha256 } of files) deleted.delete(sha256)
  }
  keepFilesOf(newest)
  const before = await namesIn(folder)
  for (const archive of before.filter((name) => ANY_ARCHIVE.test(name))) {
    if (deleted.size === 0) break
    try {
      keepFilesOf(await readArchiveManifest(join(folder, archive)))
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error
      return { deleted: [], unreadable: archive }
    }
  }
  const after = await namesIn(folder)
  const isAlone = after.join('/') === before.join('/') && !after.some((name) => UNFINISHED.test(name))
  if (!isAlone) return { deleted: [], unreadable: null }
  for (const name of deleted) await shared.remove(name)
  return { deleted: [...deleted], unreadable: null }
}

/** Lists the finished and unfinished archives of a folder. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw createFileFailure(folder, cause)
  })
  return names.filter((name) => ANY_ARCHIVE.test(name) || UNFINISHED.test(name)).toSorted()
}
