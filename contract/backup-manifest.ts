import * as v from 'valibot'

/**
 * The file name of the manifest. It is written as the last entry of an archive, so its presence proves that the archive was not
 * truncated.
 */
export const BACKUP_MANIFEST_FILE_NAME = 'manifest.json'

/** The version number of the format of backup archives. */
export const BACKUP_FORMAT = 3

/** The path of PostgreSQL's data folder in an archive, and below DATA_DIR. */
export const CLUSTER_PATH = 'postgres/cluster'

/** The path of the stored files in an archive, and below DATA_DIR. */
export const STORED_FILES_PATH = 'storage/files'

/** The folder beside the archives of a folder that has the files of their manifests that are external, named by their SHA-256. */
export const SHARED_FILES_FOLDER = 'files'

/** The name of the archive in a response of the server that has the shared files too. */
export const BACKUP_ARCHIVE_NAME = 'site.tar.gz'

/** Validates the manifest of a backup archive. */
export const backupManifestSchema = v.object({
  format: v.literal(BACKUP_FORMAT),
  takenAt: v.string(),
  database: v.string(),
  keysElsewhere: v.array(v.string()),
  files: v.array(
    v.object({
      path: v.string(),
      size: v.number(),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      /** If set, the file's content is in the folder `files` beside the archive, under its SHA-256, and not in the archive itself. */
      external: v.optional(v.literal(true)),
    }),
  ),
})

/** The table of contents of an archive: when it was taken, and the size and SHA-256 of each file in it or beside it. */
export type BackupManifest = v.InferOutput<typeof backupManifestSchema>
