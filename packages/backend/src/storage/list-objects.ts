import * as v from 'valibot'
import { defineEndpoint } from '../http/endpoint.ts'
import { okResponse } from '../http/endpoint-response.ts'
import { STORAGE_LIMITS } from './limits.ts'
import { requireBucketName } from './names.ts'
import { listStorageFolder } from './object-store.ts'

const whole = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))
const text = v.pipe(v.string(), v.maxLength(1024))

const input = v.object({
  prefix: text,
  search: v.nullish(text, ''),
  limit: v.nullish(v.pipe(whole(1_000_000), v.minValue(1)), 100),
  offset: v.nullish(whole(1_000_000_000), 0),
  sortBy: v.nullish(
    v.object({
      column: v.nullish(v.picklist(['name', 'updated_at', 'created_at', 'last_accessed_at']), 'name'),
      order: v.nullish(v.picklist(['asc', 'desc']), 'asc'),
    }),
    {},
  ),
})

/** POST /object/list/<bucket>. Lists the objects and folders directly in a folder that the caller may see. */
export const listObjectsEndpoint = defineEndpoint({
  input,
  async handle({ params, input, caller, db }) {
    const { prefix, search, limit, offset, sortBy } = input
    const rows = await listStorageFolder(db, caller, requireBucketName(params['bucket'] ?? ''), {
      prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
      search,
      limit: Math.min(limit, STORAGE_LIMITS.rowsPerList),
      offset,
      ...sortBy,
    })
    return okResponse(rows)
  },
})
