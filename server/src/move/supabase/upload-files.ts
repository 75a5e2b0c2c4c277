import { isDeepStrictEqual } from 'node:util'
import type { Database, SqlScriptSession } from '@site/backend/database/port/database'
import type { OpenStoredFile } from '@site/backend/storage/files'
import type { MoveReport } from '@site/contract/move'
import type { StorageClient } from '@supabase/storage-js'
import type { MoveProgress } from '../progress.ts'
import { MoveRefusedError } from '../refused.ts'
import { countStoredFiles, hasContent, pathOf, readStoredFiles, type StoredFile, useIntact } from '../stored-files.ts'
import { requireData } from './project.ts'

/** Copies the buckets with their settings. They are rows only, whereas the rows of files are written by the storage service. */
export async function copyBuckets(from: SqlScriptSession, into: SqlScriptSession): Promise<void> {
  const [row] = await from.query(`select coalesce(jsonb_agg(b), '[]')::text as buckets from storage.buckets b`)
  await into.query(
    `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
     select id, name, public, file_size_limit, allowed_mime_types
     from jsonb_populate_recordset(null::storage.buckets, $1::jsonb)
     on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
       allowed_mime_types = excluded.allowed_mime_types`,
    [row?.['buckets']],
  )
}

/** The parameters of an upload of files to a Supabase project. `target` is the project's database, `storage` its storage service. */
type UploadContext = { target: Database; storage: StorageClient; dataDir: string; progress: MoveProgress }

/**
 * Makes the files of a Supabase project equal to those of the source. Each file is downloaded from the project and its SHA-256 is compared;
 * one that an earlier attempt uploaded is not uploaded again. A file that is missing or damaged in the source is counted as faulty and not
 * uploaded. The project's storage service stores the files with their rows. Throws MoveRefusedError when it does not do so.
 */
export async function uploadFiles(
  files: readonly StoredFile[],
  { target, storage, dataDir, progress }: UploadContext,
): Promise<MoveReport['files']> {
  const there = new Map((await readStoredFiles(target)).map((file) => [pathOf(file), file]))
  const wanted = new Set(files.map(pathOf))
  for (const [path, { bucket_id, name }] of there) {
    if (!wanted.has(path)) await requireData(`to remove ${path}`, storage.from(bucket_id).remove([name]))
  }
  return countStoredFiles(files, progress, async (file) => {
    const path = pathOf(file)
    const earlier = there.get(path)
    const isSame = earlier !== undefined && isDeepStrictEqual(optionsOf(earlier), optionsOf(file))
    if (isSame && (await isUploaded(storage, file))) return true
    return useIntact(dataDir, file, async (open) => {
      await requireData(path, uploadFile(storage, file, open))
      if (await isUploaded(storage, file)) return
      throw new MoveRefusedError(`The project answers other bytes for ${path} than were sent. Run the move again.`)
    })
  })
}

/** Uploads a file, in place of one with the same name. */
function uploadFile(storage: StorageClient, file: StoredFile, { handle, size }: OpenStoredFile) {
  const content = handle.createReadStream({ autoClose: false, start: 0, highWaterMark: 1 << 20 })
  const { contentType, cacheControl, ...metadata } = optionsOf(file)
  return storage.from(file.bucket_id).upload(encodePath(file.name), content, {
    upsert: true,
    contentType,
    ...metadata,
    // The library would send the cache control as `max-age=…`.
    headers: { 'cache-control': cacheControl, 'content-length': String(size) },
  })
}

/** Returns what a move keeps of a file's metadata. */
function optionsOf({ metadata, user_metadata }: StoredFile) {
  return {
    contentType: metadata?.mimetype ?? 'application/octet-stream',
    cacheControl: metadata?.cacheControl ?? 'no-cache',
    ...(user_metadata && { metadata: user_metadata }),
  }
}

async function isUploaded(storage: StorageClient, file: StoredFile): Promise<boolean> {
  const { data } = await storage.from(file.bucket_id).download(encodePath(file.name)).asStream()
  return data !== null && hasContent(file, data)
}

/** Encodes the name of an object for a URL, because storage-js does not. */
function encodePath(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/')
}
