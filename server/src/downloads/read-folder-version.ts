import type { Database } from '@site/backend/database/port/database'
import { FileStore } from '@site/backend/storage/files'
import { findPublicStorageObject } from '@site/backend/storage/object-store'
import * as v from 'valibot'

/** The version of a download whose folder has no readable `version.json`. */
const UNKNOWN_VERSION = 'unknown'

const SIZE_MAX = 200_000

// Accepts printable ASCII only: the version becomes a text in the database, which cannot store every character of a JSON string.
const versionFileSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.pipe(v.string(), v.trim(), v.regex(/^[\x20-\x7e]{1,100}$/)) }),
)

/** Returns a function that reads the version of the `version.json` in a folder of the downloads bucket. */
export function createFolderVersionReader(
  database: Database,
  dataDir: string,
  bucket_id: string,
): (folder: string) => Promise<string> {
  const files = new FileStore(dataDir)
  return async (folder) => {
    const { object } = await findPublicStorageObject(database, { bucket_id, name: `${folder}/version.json` })
    const file = object && (await files.open(object.version ?? ''))
    if (file === null) return UNKNOWN_VERSION
    try {
      if (file.size > SIZE_MAX) return UNKNOWN_VERSION
      const parsed = v.safeParse(versionFileSchema, await file.handle.readFile('utf8'))
      return parsed.success ? parsed.output.version : UNKNOWN_VERSION
    } finally {
      await file.handle.close()
    }
  }
}
