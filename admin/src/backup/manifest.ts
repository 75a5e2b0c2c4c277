import * as v from 'valibot'
import { broken } from './archive-entries.ts'

/** The name of an archive's last file. */
export const MANIFEST = 'manifest.json'

const manifestSchema = v.object({
  /** 2: some files are external. A program that knows only 1 refuses such an archive. */
  format: v.picklist([1, 2]),
  takenAt: v.string(),
  database: v.string(),
  keysElsewhere: v.array(v.string()),
  files: v.array(
    v.object({
      path: v.string(),
      size: v.number(),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      /** The bytes are among the shared files beside the archive. */
      external: v.optional(v.literal(true)),
    }),
  ),
})

/** What an archive says about itself: when it was taken, and what must be in it or among the shared files. */
export type Manifest = v.InferOutput<typeof manifestSchema>

/** A file as it was found in an archive. */
export type FoundFile = { path: string; size: number; sha256: string }

/** Reads a manifest. Refuses one of another format. */
export function readManifest(file: string, text: string): Manifest {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text)
  if (parsed.success) return parsed.output
  throw broken(file, 'its manifest cannot be read; a newer program may have made it')
}

/** Refuses an archive whose files are not those that its manifest names. */
export function requireSame(file: string, manifest: Manifest, found: readonly FoundFile[]): void {
  const there = new Map(found.map((entry) => [entry.path, entry]))
  for (const { path, size, sha256 } of manifest.files) {
    const entry = there.get(path)
    if (entry === undefined) throw broken(file, `${path} is missing`)
    if (entry.size !== size || entry.sha256 !== sha256) throw broken(file, `${path} is damaged`)
  }
  if (found.length !== manifest.files.length) throw broken(file, 'it holds files that its manifest does not name')
}
