import { defineEndpoint } from '../http/endpoint.ts'
import type { EndpointResponse } from '../http/endpoint-response.ts'
import { storageErrors } from './errors.ts'
import { respondWithFile } from './file-response.ts'
import { requireBucketName, requireObjectName } from './names.ts'
import { findPublicStorageObject, findStorageObject, type StorageObjectName } from './object-store.ts'

/** GET and HEAD /object/public/<bucket>/<name>. Returns a file of a public bucket, without authentication. */
export const readPublicObjectEndpoint = defineEndpoint({
  access: 'public',
  async handle({ params, db, request, services }) {
    const at = parseStorageObjectName(params)
    const find = async () => {
      const { bucket, object } = await findPublicStorageObject(db, at)
      if (object) return object
      // A private bucket is reported as missing, so that the public path does not reveal that it exists.
      throw bucket ? storageErrors.objectNotFound() : storageErrors.bucketNotFound()
    }
    const response = await respondWithFile(services, find, { request, isPublic: true })
    if (sendsFirstByte(request.method, response)) {
      services.application.downloadStarted({ ...at, headers: request.headers })
    }
    return response
  },
})

/**
 * GET and HEAD /object/<bucket>/<name>. Returns a file of an object that row-level security allows the caller to read, or of a public
 * bucket.
 */
export const readObjectEndpoint = defineEndpoint({
  async handle({ params, db, caller, request, services }) {
    const at = parseStorageObjectName(params)
    const find = async () => {
      const visible = (await findStorageObject(db, caller, at)) ?? (await findPublicStorageObject(db, at)).object
      if (visible) return visible
      throw storageErrors.objectNotFound()
    }
    return await respondWithFile(services, find, { request, isPublic: false })
  },
})

function sendsFirstByte(method: string, { status, headers }: EndpointResponse): boolean {
  if (method !== 'GET') return false
  return status === 200 || (status === 206 && headers?.['content-range']?.startsWith('bytes 0-') === true)
}

/** Returns the bucket and object name in a URL. Throws 400 when one of them is malformed. */
export function parseStorageObjectName(params: Record<string, string>): StorageObjectName {
  return { bucket_id: requireBucketName(params['bucket'] ?? ''), name: requireObjectName(params['*'] ?? '') }
}
