import { openAsBlob } from 'node:fs'
import { S3mini } from 's3mini'
import { fetchWithSecret, UnsafeRequestError } from '../fetch-with-secret.ts'
import type { ObjectStore } from './object-store.ts'

/** The settings of an S3-compatible bucket. `prefix` is empty or ends with a slash. */
export type BucketSettings = {
  address: string
  bucket: string
  prefix: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A request that takes longer is aborted, so that a lost connection does not block shipping, whose next round tries again. */
const REQUEST_TIMEOUT_MS = 60_000
const CONTENT_TYPE = 'application/octet-stream'

/** Opens an S3-compatible bucket as a store. Requests address the bucket by path, which every S3-compatible storage supports. */
export function openBucketStore(settings: BucketSettings): ObjectStore {
  const { address, bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = settings
  const client = new S3mini({
    accessKeyId,
    secretAccessKey,
    endpoint: `${endpoint}/${bucket}`,
    region,
    requestAbortTimeout: REQUEST_TIMEOUT_MS,
    fetch: fetchFromBucket,
  })
  return {
    address,
    async list(wanted, after) {
      const start = after === undefined ? {} : { 'start-after': `${prefix}${after}` }
      const objects = await client.listObjects('/', `${prefix}${wanted}`, undefined, start)
      if (objects === null) throw new Error('the bucket does not exist')
      return objects.map(({ Key, Size, LastModified }) => {
        return { name: Key.slice(prefix.length), size: Size, writtenAt: LastModified }
      })
    },
    async read(name) {
      const response = await client.getObjectResponse(`${prefix}${name}`)
      return response === null ? null : Buffer.from(await response.arrayBuffer())
    },
    async open(name) {
      const body = (await client.getObjectResponse(`${prefix}${name}`))?.body
      if (!body) throw new Error(`${name} does not exist`)
      return body
    },
    async write(name, bytes) {
      await client.putObject(`${prefix}${name}`, bytes, CONTENT_TYPE)
    },
    async writeFile(name, path, end: Uint8Array<ArrayBuffer> = new Uint8Array()) {
      const content = new Blob([await openAsBlob(path), end])
      await client.putAnyObject(`${prefix}${name}`, content, CONTENT_TYPE)
    },
    async remove(names) {
      if (names.length > 0) await client.deleteObjects(names.map((name) => `${prefix}${name}`))
    },
  }
}

/** Names the settings that are wrong when the storage redirects, for example to the region of the bucket. */
async function fetchFromBucket(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  return fetchWithSecret(input, init).catch((cause: unknown) => {
    if (!(cause instanceof UnsafeRequestError)) throw cause
    throw new Error(`the storage ${cause.message}: correct AWS_ENDPOINT_URL and AWS_REGION`, { cause })
  })
}
