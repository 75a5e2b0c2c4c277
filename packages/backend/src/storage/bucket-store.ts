import type { Caller, Database } from '../database/port/database.ts'
import type { Tx } from '../database/port/tables.ts'

/** A bucket in the format of the storage API. */
export type StorageBucket = {
  id: string
  name: string
  owner: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: string
  updated_at: string
}

/** The properties of a new bucket. */
export type NewBucket = Pick<StorageBucket, 'id' | 'name' | 'public' | 'file_size_limit' | 'allowed_mime_types'>

/** The paging, sorting and search of a list of buckets. */
export type BucketListOptions = {
  limit: number
  offset: number
  search: string
  sortColumn: 'id' | 'name' | 'created_at' | 'updated_at'
  sortOrder: 'asc' | 'desc'
}

const columns = [
  'id',
  'name',
  'owner',
  'public',
  'file_size_limit',
  'allowed_mime_types',
  'created_at',
  'updated_at',
] as const

/** Inserts a bucket as the caller. Rejects with SQLSTATE 42501 when row-level security rejects it, and with 23505 when it exists. */
export async function insertBucket(database: Database, caller: Caller, bucket: NewBucket): Promise<void> {
  const owner_id = getStorageOwnerId(caller)
  await database.asCaller(caller, (tx) =>
    tx
      .insertInto('storage.buckets')
      .values({ ...bucket, owner: owner_id, owner_id })
      .execute(),
  )
}

/** Returns the buckets that the caller may see. */
export async function listBuckets(
  database: Database,
  caller: Caller,
  page: BucketListOptions,
): Promise<StorageBucket[]> {
  const rows = await database.asCaller(caller, (tx) =>
    select(tx)
      .where('name', 'ilike', `%${escapeLikePattern(page.search)}%`)
      .orderBy(page.sortColumn, page.sortOrder)
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  )
  return rows.map(show)
}

/** Returns a bucket that the caller may see, or null. */
export async function findBucket(database: Database, caller: Caller, id: string): Promise<StorageBucket | null> {
  const row = await database.asCaller(caller, (tx) => select(tx).where('id', '=', id).executeTakeFirst())
  return row ? show(row) : null
}

/** Returns a bucket's rules for uploads, or null when the bucket does not exist. Reads the bucket without row-level security. */
export async function findBucketRules(
  database: Database,
  id: string,
): Promise<Pick<StorageBucket, 'public' | 'file_size_limit' | 'allowed_mime_types'> | null> {
  const query = database.kysely.selectFrom('storage.buckets').where('id', '=', id)
  return (await query.select(['public', 'file_size_limit', 'allowed_mime_types']).executeTakeFirst()) ?? null
}

/** Returns the owner to store with a bucket or object: the signed-in user's id, or null for an API key. */
export function getStorageOwnerId({ claims }: Caller): string | null {
  return typeof claims['sub'] === 'string' ? claims['sub'] : null
}

/** Escapes the wildcards of a `like` pattern. */
export function escapeLikePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

function select(tx: Tx) {
  return tx.selectFrom('storage.buckets').select(columns)
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function show({ owner, created_at, updated_at, ...row }: Row): StorageBucket {
  return { ...row, owner: owner ?? '', created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}
