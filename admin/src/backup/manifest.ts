import * as v from 'valibot'
import { archiveFailure } from './archive-entries.ts'

/**
 * The file name of the manifest. It is written as the last entry of an archive, so its presence proves that the archive was not
 * truncated.
 */
export const MANIFEST = 'manifest.json'

const manifestSchema = v.object({
  /** Format 2 adds files that are stored outside the archive. Older versions of this program accept only format 1 and reject format 2. */
  format: v.picklist([1, 2]),
  takenAt: v.string(),
  database: v.string(),
  keysElsewhere: v.array(v.string()),
  files: v.array(
    v.object({
      path: v.string(),
      size: v.number(),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      /** If set, the file's content is stored in the shared `files` folder beside the archive and not in the archive itself. */
      external: v.optional(v.literal(true)),
    }),
  ),
})

/** The table of contents of an archive: when it was taken, and the size and SHA-256 of each file in it or among its shared files. */
export type Manifest = v.InferOutput<typeof manifestSchema>

/** A file that was read from an archive, with the size and hash of the bytes that were read. */
export type FoundFile = { path: string; size: number; sha256: string }

/** Parses a manifest. Throws a `bad_archive` Failure when the text is not a manifest of format 1 or 2. */
export function readManifest(file: string, text: string): Manifest {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text)
  if (parsed.success) return parsed.output
  throw archiveFailure(file, 'its manifest cannot be read; a newer program may have made it')
}

/** Throws a `bad_archive` Failure when a file of the manifest is missing or damaged, or when a file is not listed in the manifest. */
export function requireSame(file: string, manifest: Manifest, found: readonly FoundFile[]): void {
  const there = new Map(found.map((entry) => [entry.path, entry]))
  for (const { path, size, sha256 } of manifest.files) {
    const entry = there.get(path)
    if (entry === undefined) throw archiveFailure(file, `${path} is missing`)
    if (entry.size !== size || entry.sha256 !== sha256) throw archiveFailure(file, `${path} is damaged`)
  }
  if (found.length !== manifest.files.length)
    throw archiveFailure(file, 'it holds files that its manifest does not name')
}
