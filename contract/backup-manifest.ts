import * as v from 'valibot'

/**
 * The file name of the manifest. It is written as the last entry of an archive, so its presence proves that the archive was not
 * truncated.
 */
export const BACKUP_MANIFEST_FILE_NAME = 'manifest.json'

/**
 * The version numbers of the backup archive formats. `whole` contains all files. `withExternal` omits files that the reader already has or
 * that are stored beside the archive; versions of the admin program that know only `whole` reject it.
 */
export const BACKUP_FORMATS = { whole: 1, withExternal: 2 } as const

/** Validates the manifest of a backup archive. */
export const backupManifestSchema = v.object({
  format: v.enum(BACKUP_FORMATS),
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
export type BackupManifest = v.InferOutput<typeof backupManifestSchema>
