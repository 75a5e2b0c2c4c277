import { createHash } from 'node:crypto'
import type { Database } from '@site/backend/database/port/database'
import { FileStore } from '@site/backend/storage/files'
import * as v from 'valibot'
import { MoveRefusedError } from '../refused.ts'
import type { StoredFileCount } from '../stored-files.ts'
import type { BucketSettings, FileToUpload, SupabaseStorageApi } from './storage-api.ts'

/**
 * What uploading stored files to a Supabase project needs. Rows of the storage tables are read from both databases; in the target, only the
 * storage service changes rows and files.
 */
export type UploadContext = {
  source: Database
  target: Database
  storage: SupabaseStorageApi
  dataDir: string
  advance(bytes: number): void
  signal: AbortSignal
}

/** The uploads whose bytes were verified: the SHA-256 and metadata of each file, by bucket and name. */
export type UploadedHashes = ReadonlyMap<string, string>

const nullableText = v.nullable(v.string())
const row = v.object({
  bucket_id: v.string(),
  name: v.string(),
  version: nullableText,
  tag: nullableText,
  bytes: v.number(),
  mimetype: v.string(),
  cacheControl: v.string(),
  userMetadata: v.nullable(v.record(v.string(), v.unknown())),
  about: v.string(),
})
type Row = v.InferOutput<typeof row>

/** Reads the rows of all stored files. `about` joins the metadata that must be equal in the source and the target. */
const OBJECTS = `
  select bucket_id, name, version, metadata ->> 'eTag' as tag, coalesce((metadata ->> 'size')::float8, 0) as bytes,
    coalesce(metadata ->> 'mimetype', 'application/octet-stream') as mimetype,
    coalesce(metadata ->> 'cacheControl', 'no-cache') as "cacheControl", user_metadata as "userMetadata",
    concat_ws(' ', metadata ->> 'size', metadata ->> 'mimetype', metadata ->> 'cacheControl', coalesce(user_metadata, '{}')) as about
  from storage.objects order by bucket_id, name`

const bucketRow = v.object({
  id: v.string(),
  public: v.boolean(),
  file_size_limit: v.nullable(v.number()),
  allowed_mime_types: v.nullable(v.array(v.string())),
})
const BUCKETS = `
  select id, coalesce(public, false) as public, file_size_limit::float8 as file_size_limit, to_jsonb(allowed_mime_types) as allowed_mime_types
  from storage.buckets order by id`

/**
 * Makes the storage of a Supabase project equal to the source's buckets and files. Each uploaded file is downloaded again and its SHA-256
 * is compared. A file that the project already has, or that is in `before`, is not uploaded again. A file that is missing or damaged in the
 * source is reported in `faulty` and not uploaded.
 */
export async function uploadFiles(
  sending: UploadContext,
  before: UploadedHashes = new Map(),
): Promise<{ sent: UploadedHashes; count: StoredFileCount }> {
  const { source, target, storage, advance, signal } = sending
  await uploadBuckets(sending)
  const [ours, theirs] = [await read(source, OBJECTS, row), await read(target, OBJECTS, row)]
  await removeOthers(storage, ours, theirs)
  const there = new Map(theirs.map((object) => [nameOf(object), object]))
  const sent = new Map<string, string>()
  const faulty: string[] = []
  for (const object of ours) {
    signal.throwIfAborted()
    const name = nameOf(object)
    const state = `${object.tag} ${object.about}`
    const isThere = there.get(name)?.about === object.about
    if (isThere && before.get(name) === state) {
      advance(object.bytes)
      sent.set(name, state)
    } else if (await uploadFile(sending, object, isThere)) sent.set(name, state)
    else faulty.push(name)
  }
  return { sent, count: { files: ours.length, bytes: ours.reduce((sum, { bytes }) => sum + bytes, 0), faulty } }
}

/** Throws unless the metadata of every stored file is equal in the Supabase project and in the source. */
export async function compareUploadedFiles({ source, target }: UploadContext, sent: UploadedHashes): Promise<void> {
  const said = async (database: Database) =>
    new Map((await read(database, OBJECTS, row)).map((object) => [nameOf(object), object.about]))
  const [ours, theirs] = [await said(source), await said(target)]
  const different = [...sent.keys()].filter((name) => ours.get(name) !== theirs.get(name))
  different.push(...[...theirs.keys()].filter((name) => !ours.has(name)))
  if (different.length === 0) return
  throw new MoveRefusedError(
    `The project keeps something else about ${different.slice(0, 3).join(', ')}. Run the move again.`,
  )
}

async function uploadBuckets({ source, target, storage }: UploadContext): Promise<void> {
  const there = new Map((await read(target, BUCKETS, bucketRow)).map((bucket) => [bucket.id, bucket]))
  const same = (left: BucketSettings, right: BucketSettings) =>
    left.public === right.public &&
    left.file_size_limit === right.file_size_limit &&
    JSON.stringify(left.allowed_mime_types) === JSON.stringify(right.allowed_mime_types)
  for (const bucket of await read(source, BUCKETS, bucketRow)) {
    const theirs = there.get(bucket.id)
    if (theirs === undefined || !same(bucket, theirs)) await storage.putBucket(bucket, theirs === undefined)
  }
}

async function removeOthers(storage: SupabaseStorageApi, ours: readonly Row[], theirs: readonly Row[]): Promise<void> {
  const wanted = new Set(ours.map(nameOf))
  const others = Map.groupBy(
    theirs.filter((object) => !wanted.has(nameOf(object))),
    ({ bucket_id }) => bucket_id,
  )
  for (const [bucket, objects] of others) {
    await storage.remove(
      bucket,
      objects.map(({ name }) => name),
    )
  }
}

/**
 * Uploads a stored file unless the Supabase project already has it. Returns whether the project now has the file with the hash that the
 * source's row states; false when the file is missing or damaged in the source.
 */
async function uploadFile(
  { storage, dataDir, advance }: UploadContext,
  object: Row,
  isThere: boolean,
): Promise<boolean> {
  const { bucket_id, name, tag, bytes } = object
  if (isThere && (await hashOfRemote(storage, object)) === tag) {
    advance(bytes)
    return true
  }
  const file = object.version === null ? null : await new FileStore(dataDir).open(object.version)
  if (file === null) return false
  await using handle = file.handle
  if ((await hashOf(handle.createReadStream({ autoClose: false, start: 0 }))) !== tag) return false
  const sent: FileToUpload = {
    bucket_id,
    name,
    mimetype: object.mimetype,
    cacheControl: object.cacheControl,
    userMetadata: object.userMetadata,
  }
  await storage.upload(sent, handle, file.size)
  if ((await hashOfRemote(storage, object)) !== tag) {
    throw new MoveRefusedError(
      `The project answers other bytes for ${nameOf(object)} than were sent. Run the move again.`,
    )
  }
  advance(bytes)
  return true
}

async function hashOfRemote(storage: SupabaseStorageApi, { bucket_id, name }: Row): Promise<string | null> {
  const content = await storage.download(bucket_id, name)
  return content === null ? null : hashOf(content)
}

/** Returns the SHA-256 of a file in the format of the entity tag in `storage.objects`: hexadecimal, in quotation marks. */
async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return `"${hash.digest('hex')}"`
}

async function read<T extends v.GenericSchema>(database: Database, sql: string, shape: T): Promise<v.InferOutput<T>[]> {
  return v.parse(v.array(shape), await database.scriptTransaction((session) => session.query(sql)))
}

function nameOf({ bucket_id, name }: Pick<Row, 'bucket_id' | 'name'>): string {
  return `${bucket_id}/${name}`
}
