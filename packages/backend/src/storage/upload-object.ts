import type { Caller, Database } from '../database/port/database.ts'
import { DatabaseUnavailable } from '../database/port/errors.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { okResponse } from '../http/endpoint-response.ts'
import { findBucketRules } from './bucket-store.ts'
import { storageErrors } from './errors.ts'
import type { FileStore, StoredFile } from './files.ts'
import { STORAGE_LIMITS } from './limits.ts'
import {
  dryRunPutObject,
  type NewStorageObject,
  putObject,
  type StorageObjectMetadata,
  type StorageObjectName,
} from './object-store.ts'
import { parseStorageObjectName } from './read-object.ts'
import { parseFileUpload } from './upload-body.ts'

/**
 * POST /object/<bucket>/<name> stores an object; with `x-upsert: true` it replaces an existing one. PUT always replaces an existing one.
 * Row-level security is checked before the bytes are read, so that an upload is rejected early, and again when the row is stored.
 */
export const uploadObjectEndpoint = defineEndpoint({
  async handle({ params, request, caller, db, services }) {
    const at = parseStorageObjectName(params)
    const upsert = request.method === 'PUT' || request.headers['x-upsert'] === 'true'
    // Row-level security is checked before the bucket is looked up, so that a 404 does not reveal to a caller without write access which
    // buckets exist.
    await dryRunPutObject(db, caller, unstored(at), upsert)
    const rules = await findBucketRules(db, at.bucket_id)
    if (rules === null) throw storageErrors.bucketNotFound()

    const limit = Math.min(rules.file_size_limit ?? STORAGE_LIMITS.objectBytes, STORAGE_LIMITS.objectBytes)
    refuseAnnounced(request.headers['content-length'], limit)
    const { content, contentType, cacheControl, userMetadata } = await parseFileUpload(request.raw)
    if (!isAllowed(contentType, rules.allowed_mime_types)) {
      throw storageErrors.invalidMimeType({ message: `mime type ${contentType} is not supported` })
    }
    const file = await services.files.store(content, limit)
    const metadata = createFileMetadata(file, { contentType, cacheControl })
    const object = { ...at, version: file.version, metadata, user_metadata: userMetadata }
    const id = await putStoredFile(services.files, db, caller, object, upsert)
    return okResponse({ Id: id, Key: `${at.bucket_id}/${at.name}` })
  },
})

/** Returns the metadata of a stored file. The ETag is the SHA-256 of its bytes. */
export function createFileMetadata(
  { size, sha256 }: Pick<StoredFile, 'size' | 'sha256'>,
  { contentType, cacheControl }: { contentType: string; cacheControl: string },
): StorageObjectMetadata {
  return {
    eTag: `"${sha256}"`,
    size,
    mimetype: contentType,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  }
}

/** Inserts the row of a stored file. Then removes the replaced file, or the new file when the row is rejected. */
export async function putStoredFile(
  files: FileStore,
  db: Database,
  caller: Caller,
  object: NewStorageObject,
  upsert: boolean,
): Promise<string> {
  try {
    const { id, replaced } = await putObject(db, caller, object, upsert)
    if (replaced !== null && replaced !== object.version) await files.remove(replaced)
    return id
  } catch (error) {
    // When the connection to the database was lost, the commit may have succeeded, and the row then needs the file. If the commit failed,
    // the sweep removes the file.
    if (!(error instanceof DatabaseUnavailable)) await files.remove(object.version)
    throw error
  }
}

function unstored(at: StorageObjectName): NewStorageObject {
  const metadata = createFileMetadata(
    { size: 0, sha256: '' },
    { contentType: 'application/octet-stream', cacheControl: 'no-cache' },
  )
  return { ...at, version: 'none', metadata, user_metadata: null }
}

function refuseAnnounced(length: string | undefined, limit: number): void {
  const aroundTheFile = 2 * STORAGE_LIMITS.fieldBytes // the maximum size of the form's fields and boundaries
  if (Number(length ?? 0) > limit + aroundTheFile) throw storageErrors.tooLarge()
}

function isAllowed(contentType: string, allowed: readonly string[] | null): boolean {
  const [type = ''] = contentType.toLowerCase().split(';')
  return (
    !allowed?.length ||
    allowed.some(
      (pattern) => pattern === type.trim() || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1))),
    )
  )
}
