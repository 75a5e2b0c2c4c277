import { createHash } from 'node:crypto'
import type { Caller, Database } from '@site/backend/database/port/database'
import { FileStore } from '@site/backend/storage/files'
import { putObject } from '@site/backend/storage/object-store'
import { createFileMetadata } from '@site/backend/storage/upload-object'
import { getFallbackInstallerPaths } from '@site/contract/downloads'
import { sql } from 'kysely'

const HOST: Caller = { role: 'service_role', claims: { role: 'service_role' }, source: '' }
/** The user metadata that marks stored objects as parts of the sample release. */
export const SAMPLE_OBJECT_METADATA = { sample: true }
const VERSION_FILE = 'latest/version.json'

/** The properties of the product that a sample release needs. */
export type SampleReleaseProduct = { name: string; downloadsBucket: string }

/**
 * Fills an empty downloads bucket with a sample release, so that the download page works before the first release: small placeholder texts
 * under the names of the installers, and a version.json for them. Returns whether the bucket now contains the sample. An operator's first
 * upload of a version.json replaces the sample; files that an operator uploaded are never changed.
 */
export async function fillBucketWithSampleRelease(parts: {
  database: Database
  dataDir: string
  product: SampleReleaseProduct
}): Promise<boolean> {
  const { database, product } = parts
  const state = await findBucketState(database, product.downloadsBucket)
  if (state === 'none' || state === 'real') return false
  const files = new FileStore(parts.dataDir)
  for (const object of createSampleReleaseObjects(product.name)) {
    // The storage version of a sample file is derived from its bytes. A start with an empty data folder and an existing database can
    // therefore restore the file under the version that the database has.
    const version = `sample-${createHash('sha256').update(object.text).digest('hex')}`
    if (state === 'sample') await restore(files, version, object.text)
    else await place(parts, files, version, object)
  }
  return true
}

type SampleObject = { name: string; text: string; contentType: string }

/** Returns the placeholder installers and the version.json of a sample release. */
export function createSampleReleaseObjects(productName: string): SampleObject[] {
  const placeholders = Object.entries(getFallbackInstallerPaths(productName)).map(([platform, name]) => ({
    platform,
    name,
    text: placeholderText(productName, name),
    contentType: 'application/octet-stream',
  }))
  const each = <T>(value: (placeholder: (typeof placeholders)[number]) => T) =>
    Object.fromEntries(placeholders.map((placeholder) => [placeholder.platform, value(placeholder)]))
  const release = {
    version: '0.0.0 (sample)',
    releaseDate: '2026-01-15',
    // The URLs are relative to version.json, so that the links work whatever the site's origin is.
    downloads: each(({ name }) => name.replace('latest/', '')),
    size: each(({ text }) => Buffer.byteLength(text)),
    sha256: each(({ text }) => createHash('sha256').update(text).digest('hex')),
    notes: 'A sample release: the files are placeholders and install nothing.',
  }
  return [
    ...placeholders,
    { name: VERSION_FILE, text: `${JSON.stringify(release, null, 2)}\n`, contentType: 'application/json' },
  ]
}

function placeholderText(productName: string, name: string): string {
  return [
    `This is a placeholder, not ${productName}.`,
    '',
    `It stands in the place of ${name} until the first real release is uploaded to the downloads bucket.`,
    'It installs nothing and can be deleted.',
    '',
  ].join('\n')
}

/** Returns the state of the downloads bucket: missing ('none'), empty, with the objects of the sample release, or with real ones. */
async function findBucketState(database: Database, bucket: string): Promise<'none' | 'empty' | 'sample' | 'real'> {
  const query = sql<{ objects: number; sample: boolean | null }>`
    select count(o.id)::int4 as objects,
      bool_or(o.name = ${VERSION_FILE} and o.user_metadata @> ${JSON.stringify(SAMPLE_OBJECT_METADATA)}::jsonb) as sample
    from storage.buckets b left join storage.objects o on o.bucket_id = b.id
    where b.id = ${bucket} group by b.id
  `
  const [row] = (await query.execute(database.kysely)).rows
  if (row === undefined) return 'none'
  if (row.objects === 0) return 'empty'
  return row.sample ? 'sample' : 'real'
}

async function restore(files: FileStore, version: string, text: string): Promise<void> {
  const file = await files.open(version)
  if (file) await file.handle.close()
  else await files.store(bytes(text), Buffer.byteLength(text), version)
}

async function place(
  { database, product }: { database: Database; product: SampleReleaseProduct },
  files: FileStore,
  version: string,
  { name, text, contentType }: SampleObject,
): Promise<void> {
  const stored = await files.store(bytes(text), Buffer.byteLength(text), version)
  const metadata = createFileMetadata(stored, { contentType, cacheControl: 'no-cache' })
  const object = { bucket_id: product.downloadsBucket, name, version, metadata, user_metadata: SAMPLE_OBJECT_METADATA }
  await putObject(database, HOST, object, true) // an upsert, because another process may store the same object concurrently
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
