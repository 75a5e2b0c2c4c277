import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.ts'
import { okResponse } from '../http/endpoint-response.ts'
import { storageErrors } from './errors.ts'
import type { FileStore } from './files.ts'
import { STORAGE_LIMITS } from './limits.ts'
import { requireBucketName } from './names.ts'
import { deleteObjects, type StorageObjectRow } from './object-store.ts'
import { parseStorageObjectName } from './read-object.ts'

const input = v.object({
  prefixes: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(1024))),
    v.minLength(1),
    v.maxLength(STORAGE_LIMITS.namesPerRequest),
  ),
})

/** DELETE /object/<bucket>. Deletes those of the named objects that the caller may delete. Returns the deleted objects. */
export const deleteObjectsEndpoint = defineEndpoint({
  input,
  async handle({ params, input, caller, db, services }) {
    const removed = await deleteObjects(db, caller, requireBucketName(params['bucket'] ?? ''), input.prefixes)
    await dropFiles(services.files, removed)
    return okResponse(removed.map(({ path_tokens: _, ...shown }) => ({ ...shown, owner: shown.owner ?? '' })))
  },
})

/** DELETE /object/<bucket>/<name>. Deletes one object. Responds with 404 when the object does not exist or the caller may not delete it. */
export const deleteObjectEndpoint = defineEndpoint({
  async handle({ params, caller, db, services }) {
    const { bucket_id, name } = parseStorageObjectName(params)
    const removed = await deleteObjects(db, caller, bucket_id, [name])
    if (removed.length === 0) throw storageErrors.objectNotFound()
    await dropFiles(services.files, removed)
    return okResponse({ message: 'Successfully deleted' })
  },
})

/**
 * Deletes the files of deleted objects, after their rows. In the reverse order, a failure could leave a row without a file, which would be
 * a broken object; the sweep deletes a file without a row.
 */
async function dropFiles(files: FileStore, removed: readonly StorageObjectRow[]): Promise<void> {
  for (const { version } of removed) if (version !== null) await files.remove(version)
}
