import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.ts'
import { okResponse } from '../http/endpoint-response.ts'
import { useCurrentVersion } from './current-version.ts'
import { storageErrors } from './errors.ts'
import { readObjectMetadata } from './file-response.ts'
import { requireBucketName, requireObjectName } from './names.ts'
import { findStorageObject, renameObject, type StorageObjectName } from './object-store.ts'
import { putStoredFile } from './upload-object.ts'

const input = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationBucket: v.nullish(v.string()),
  destinationKey: v.string(),
})

/** POST /object/move. Renames an object without copying its file. Responds with 409 when the new name is taken. */
export const moveObjectEndpoint = defineEndpoint({
  input,
  async handle({ input, caller, db }) {
    const { from, to } = readNames(input)
    const id = await renameObject(db, caller, from, to)
    if (id === null) throw storageErrors.objectNotFound()
    return okResponse({ message: 'Successfully moved', Id: id, Key: to.name })
  },
})

/** POST /object/copy. Copies an object with its metadata under another name. */
export const copyObjectEndpoint = defineEndpoint({
  input: v.object({ ...input.entries, copyMetadata: v.optional(v.literal(true), true) }),
  async handle({ input, caller, db, request, services }) {
    const { from, to } = readNames(input)
    const find = async () => {
      const source = await findStorageObject(db, caller, from)
      if (source === null) throw storageErrors.objectNotFound()
      return source
    }
    const { source, version } = await useCurrentVersion(find, async (source) => {
      const version = await services.files.duplicate(source.version ?? '')
      return version === null ? null : { source, version }
    })
    const { user_metadata } = source
    const metadata = { ...readObjectMetadata(source), lastModified: new Date().toISOString() }
    const upsert = request.headers['x-upsert'] === 'true'
    const id = await putStoredFile(services.files, db, caller, { ...to, version, metadata, user_metadata }, upsert)
    return okResponse({ Id: id, Key: `${to.bucket_id}/${to.name}` })
  },
})

function readNames(given: v.InferOutput<typeof input>): { from: StorageObjectName; to: StorageObjectName } {
  const bucket_id = requireBucketName(given.bucketId)
  return {
    from: { bucket_id, name: requireObjectName(given.sourceKey) },
    to: {
      bucket_id: requireBucketName(given.destinationBucket ?? bucket_id),
      name: requireObjectName(given.destinationKey),
    },
  }
}
