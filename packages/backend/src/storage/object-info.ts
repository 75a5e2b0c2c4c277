import { defineEndpoint } from '../http/endpoint.ts'
import { okResponse } from '../http/endpoint-response.ts'
import { storageErrors } from './errors.ts'
import { readObjectMetadata } from './file-response.ts'
import { findPublicStorageObject, findStorageObject, type StorageObjectRow } from './object-store.ts'
import { parseStorageObjectName } from './read-object.ts'

/**
 * GET /object/info/<bucket>/<name>. Returns the metadata of an object that the caller may see. The method `exists` of storage-js also calls
 * this endpoint.
 */
export const objectInfoEndpoint = defineEndpoint({
  async handle({ params, db, caller }) {
    const at = parseStorageObjectName(params)
    const object = (await findStorageObject(db, caller, at)) ?? (await findPublicStorageObject(db, at)).object
    if (!object) throw storageErrors.objectNotFound()
    return okResponse(show(object))
  },
})

/** GET /object/info/public/<bucket>/<name>. Returns the metadata of an object of a public bucket, without authentication. */
export const publicObjectInfoEndpoint = defineEndpoint({
  access: 'public',
  async handle({ params, db }) {
    const { bucket, object } = await findPublicStorageObject(db, parseStorageObjectName(params))
    if (object) return okResponse(show(object))
    throw bucket ? storageErrors.objectNotFound() : storageErrors.bucketNotFound()
  },
})

function show(object: StorageObjectRow) {
  const metadata = readObjectMetadata(object)
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: object.user_metadata ?? {},
    last_modified: object.updated_at.toISOString(),
    created_at: object.created_at.toISOString(),
  }
}
