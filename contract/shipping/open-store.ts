import { resolve } from 'node:path'
import { isEncryptedOrLoopback } from '../fetch-with-secret.ts'
import type { BucketSettings } from './bucket-store.ts'
import { openFolderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'

/** The settings of a store: the path of its folder, or its bucket with region and access keys. */
export type StoreSettings = { folder: string } | BucketSettings

/** The environment variables with the keys, region and address of an S3-compatible storage. AWS's own programs use the same names. */
export type BucketVariables = Readonly<
  Record<'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_REGION' | 'AWS_ENDPOINT_URL', string | undefined>
>

/** The minimum length of SHIP_KEY, in characters. */
const SHIP_KEY_LENGTH_MIN = 32

/** Thrown when the settings of a store are invalid. The message is one sentence that names the environment variable or the option. */
export class StoreSettingsError extends Error {}

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/
const DEFAULT_REGION = 'us-east-1'

/**
 * Parses the address of a store: the path of a folder, or `s3://bucket/prefix`. `name` is the variable or option with the address. Throws a
 * `StoreSettingsError` when the address is neither, or when `env` has no usable keys or address for the bucket.
 */
export function parseStoreAddress(name: string, address: string, env: BucketVariables): StoreSettings {
  if (!/^\w+:\/\//.test(address)) return { folder: resolve(address) }
  const [, bucket, path = ''] = BUCKET.exec(address) ?? []
  if (bucket === undefined) throw new StoreSettingsError(`${name} must be a folder or s3://bucket/prefix.`)
  const accessKeyId = env.AWS_ACCESS_KEY_ID?.trim()
  const secretAccessKey = env.AWS_SECRET_ACCESS_KEY?.trim()
  if (!accessKeyId) throw new StoreSettingsError(`AWS_ACCESS_KEY_ID is not set, but ${name} is a bucket.`)
  if (!secretAccessKey) throw new StoreSettingsError(`AWS_SECRET_ACCESS_KEY is not set, but ${name} is a bucket.`)
  const region = env.AWS_REGION?.trim() || DEFAULT_REGION
  const endpoint = (env.AWS_ENDPOINT_URL?.trim() || `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')
  const url = URL.parse(endpoint)
  if (url === null || !isEncryptedOrLoopback(url))
    throw new StoreSettingsError(
      'AWS_ENDPOINT_URL must be an https address; http is only for this machine (localhost).',
    )
  const prefix = path.split('/').filter(Boolean).join('/')
  return {
    address,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region,
    accessKeyId,
    secretAccessKey,
  }
}

/** Validates SHIP_KEY, which protects the files in a store. Throws a `StoreSettingsError` when it is missing or short. */
export function parseShipKey(text: string | undefined): string {
  const key = text?.trim() ?? ''
  if (key.length >= SHIP_KEY_LENGTH_MIN) return key
  throw new StoreSettingsError(
    `SHIP_KEY must be a random text of at least ${SHIP_KEY_LENGTH_MIN} characters, which you also keep elsewhere: nothing can be restored without it.`,
  )
}

/** Opens a store. Lazily imports the S3 client, only for a bucket. Does not connect; the first call of a method does. */
export async function openStore(settings: StoreSettings): Promise<ObjectStore> {
  if ('folder' in settings) return openFolderStore(settings.folder)
  return (await import('./bucket-store.ts')).openBucketStore(settings)
}
