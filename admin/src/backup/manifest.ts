import { type BackupManifest, backupManifestSchema } from '@site/contract/backup-manifest'
import * as v from 'valibot'
import { createArchiveFailure } from './archive-entries.ts'

/** A file that was read from an archive, with the size and hash of the bytes that were read. */
export type ArchivedFile = { path: string; size: number; sha256: string }

/** Parses a manifest. Throws a `bad_archive` CommandFailure when the text is not a manifest of a known format. */
export function parseBackupManifest(file: string, text: string): BackupManifest {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), backupManifestSchema), text)
  if (parsed.success) return parsed.output
  throw createArchiveFailure(file, 'its manifest cannot be read; another version of this program may have made it')
}

/**
 * Throws a `bad_archive` CommandFailure when a file of the manifest is missing or damaged, or when a file is not listed in the manifest.
 */
export function requireManifestMatches(file: string, manifest: BackupManifest, found: readonly ArchivedFile[]): void {
  const there = new Map(found.map((entry) => [entry.path, entry]))
  for (const { path, size, sha256 } of manifest.files) {
    const entry = there.get(path)
    if (entry === undefined) throw createArchiveFailure(file, `${path} is missing`)
    if (entry.size !== size || entry.sha256 !== sha256) throw createArchiveFailure(file, `${path} is damaged`)
  }
  if (found.length !== manifest.files.length)
    throw createArchiveFailure(file, 'it holds files that its manifest does not name')
}
