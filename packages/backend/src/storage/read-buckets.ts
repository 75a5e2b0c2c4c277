import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.ts'
import { okResponse } from '../http/endpoint-response.ts'
import { findBucket, listBuckets } from './bucket-store.ts'
import { storageErrors } from './errors.ts'
import { STORAGE_LIMITS } from './limits.ts'

const count = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))

const query = v.object({
  limit: v.optional(v.pipe(count, v.minValue(1)), String(STORAGE_LIMITS.rowsPerList)),
  offset: v.optional(count, '0'),
  search: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  sortColumn: v.optional(v.picklist(['id', 'name', 'created_at', 'updated_at']), 'name'),
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'asc'),
})

/** GET /bucket. Returns the buckets that the caller may see. For the role `anon` the list is empty. */
export const listBucketsEndpoint = defineEndpoint({
  query,
  async handle({ query, caller, db }) {
    const limit = Math.min(query.limit, STORAGE_LIMITS.rowsPerList)
    return okResponse(await listBuckets(db, caller, { ...query, limit }))
  },
})

/** GET /bucket/<id>. Returns a bucket that the caller may see, or 404. */
export const getBucketEndpoint = defineEndpoint({
  async handle({ params, caller, db }) {
    const bucket = await findBucket(db, caller, params['id'] ?? '')
    if (bucket === null) throw storageErrors.bucketNotFound()
    return okResponse(bucket)
  },
})
