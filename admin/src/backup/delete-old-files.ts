import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupManifest, SHARED_FILES_FOLDER } from '@site/contract/backup-manifest'
import { CommandFailure, createFileFailure } from '../failures.ts'
import { readArchiveManifest } from './read-archive.ts'
import { listSharedFiles } from './shared-files.ts'

/** The pattern of archive names that `backup` writes. The names contain the time, so sorting them by name sorts them by age. */
const ARCHIVE = /^site-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.tar\.gz$/

/** The pattern of every file that may reference shared files, including archives that an operator renamed. */
const ANY_ARCHIVE = /\.(tar\.gz|tgz)$/

/** The pattern of a file that is being written, or that a killed process left unfinished (write-atomically.ts). */
const UNFINISHED = /^(site-\S+\.tar\.gz|[0-9a-f]{64})\.[0-9a-f]{8}\.part$/

/** A .part file that was not written to for this many milliseconds belongs to a process that no longer runs. */
const STALLED_MS = 24 * 60 * 60 * 1000

/** Returns whether a file name is one that `backup` gives to an archive. */
export function isArchiveName(name: string): boolean {
  return ARCHIVE.test(name)
}

/** Deletes all but the `keep` newest archives of a folder and returns the deleted names. Ignores files with other names. */
export async function deleteOldArchives(folder: string, keep: number): Promise<string[]> {
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
export async function removeStalePartFiles(folder: string): Promise<void> {
  for (const each of [folder, join(folder, SHARED_FILES_FOLDER)]) {
    for (const name of (await readdir(each).catch(() => [])).filter((file) => UNFINISHED.test(file))) {
      const facts = await stat(join(each, name)).catch(() => null)
      if (facts !== null && Date.now() - facts.mtimeMs > STALLED_MS) await rm(join(each, name), { force: true })
    }
  }
}

/**
 * Deletes the shared files that no archive of the folder references and returns their names. `newest` is the manifest of the archive that
 * was just written; when it references all of them, no other archive is read. Deletes nothing when an archive cannot be read or while
 * another backup is being written to the folder, because either may reference any of the files.
 */
export async function removeUnreferencedFiles(
  folder: string,
  newest: BackupManifest,
): Promise<{ deleted: string[]; unreadable: string | null }> {
  const deleted = new Set(await listSharedFiles(folder))
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
  for (const name of deleted) await rm(join(folder, SHARED_FILES_FOLDER, name), { force: true })
  return { deleted: [...deleted], unreadable: null }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => ANY_ARCHIVE.test(name) || UNFINISHED.test(name)).toSorted()
}
