import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.ts'
import { okResponse } from '../http/endpoint-response.ts'
import { findBucket, insertBucket, listBuckets } from './bucket-store.ts'
import { storageErrors } from './errors.ts'
import { STORAGE_LIMITS } from './limits.ts'
import { requireBucketName } from './names.ts'

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

const UNITS = new Map([
  ['b', 1],
  ['kb', 1e3],
  ['mb', 1e6],
  ['gb', 1e9],
])

const bytes = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))

/** Parses a file size: a number of bytes, or a string such as `20MB`. */
const fileSize = v.union([
  bytes,
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}(\.\d{1,3})?(b|kb|mb|gb)$/i, 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B'),
    v.transform((text) =>
      Math.round(Number.parseFloat(text) * (UNITS.get(text.replace(/[\d.]/g, '').toLowerCase()) ?? 1)),
    ),
  ),
])

const input = v.object({
  name: v.string(),
  id: v.optional(v.string()),
  public: v.nullish(v.boolean(), false),
  type: v.nullish(v.string(), 'STANDARD'),
  versioning_status: v.nullish(v.string(), 'DISABLED'),
  file_size_limit: v.nullish(fileSize, null),
  allowed_mime_types: v.nullish(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(100)), null),
})

/** POST /bucket. Creates a bucket if row-level security allows it. Responds with 409 when the name is taken. */
export const createBucketEndpoint = defineEndpoint({
  input,
  async handle({ input, caller, db }) {
    const { name, file_size_limit, allowed_mime_types, type, versioning_status } = input
    if (type !== 'STANDARD' || versioning_status !== 'DISABLED') throw storageErrors.notSupported()
    const id = requireBucketName(input.id ?? name)
    if (id !== requireBucketName(name)) throw storageErrors.invalidBucketName()
    await insertBucket(db, caller, { id, name, public: input.public, file_size_limit, allowed_mime_types })
    return okResponse({ name })
  },
})
