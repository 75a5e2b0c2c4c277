import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { queryPairs } from '../http/query.ts'
import { storageErrors } from './errors.ts'
import { answerFile } from './file-answer.ts'
import type { Files } from './files.ts'
import { requireBucketName, requireObjectName } from './names.ts'
import { findObject, findPublicObject, type ObjectName } from './object-store.ts'

/** GET and HEAD /object/public/<bucket>/<name>: a file of a public bucket, for anybody. */
export function readPublicObject(files: Files): Endpoint {
  return endpoint({
    access: 'public',
    async handle({ params, db, request }) {
      const at = objectName(params)
      const find = async () => {
        const { bucket, object } = await findPublicObject(db, at)
        if (object) return object
        // A private bucket is not there, for those who have no key to it.
        throw bucket ? storageErrors.objectNotFound() : storageErrors.bucketNotFound()
      }
      return await answerFile(files, find, { request, isPublic: true, download: readDownload(request.url) })
    },
  })
}

/** GET and HEAD /object/<bucket>/<name>: a file that row-level security, or a public bucket, lets the caller see. */
export function readObject(files: Files): Endpoint {
  return endpoint({
    async handle({ params, db, caller, request }) {
      const at = objectName(params)
      const find = async () => {
        const visible = (await findObject(db, caller, at)) ?? (await findPublicObject(db, at)).object
        if (visible) return visible
        throw storageErrors.objectNotFound()
      }
      return await answerFile(files, find, { request, isPublic: false, download: readDownload(request.url) })
    },
  })
}

/** The bucket and the name in an address. Refuses what can be neither. */
export function objectName(params: Record<string, string>): ObjectName {
  return { bucket_id: requireBucketName(params['bucket'] ?? ''), name: requireObjectName(params['*'] ?? '') }
}

/** `?download` asks to save the file, `?download=name` under that name. Other parameters are for caches on the way. */
function readDownload(url: string): string | undefined {
  return queryPairs(url).find(([name]) => name === 'download')?.[1]
}
