import { type Selectable, sql } from 'kysely'
import type { Caller, Database } from '../database/port/database.ts'
import type { DatabaseTables, Tx } from '../database/port/tables.ts'
import { escapeLikePattern, getStorageOwnerId } from './bucket-store.ts'

/** A row of the table `storage.objects`. */
export type StorageObjectRow = Selectable<DatabaseTables['storage.objects']>

/** The stored metadata of an object's bytes, under the names that Supabase Storage uses. */
export type StorageObjectMetadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
}

/** The bucket and name of an object. */
export type StorageObjectName = { bucket_id: string; name: string }

/** The values of a new row in `storage.objects`, for an uploaded object. */
export type NewStorageObject = StorageObjectName & {
  version: string
  metadata: StorageObjectMetadata
  user_metadata: Record<string, unknown> | null
}

/** Reads an object of a public bucket, without row-level security. `bucket` tells whether a public bucket with this id exists. */
export async function findPublicStorageObject(
  database: Database,
  { bucket_id, name }: StorageObjectName,
): Promise<{ bucket: boolean; object: StorageObjectRow | null }> {
  const row = await database.kysely
    .selectFrom('storage.buckets as b')
    .leftJoin('storage.objects as o', (join) => join.onRef('o.bucket_id', '=', 'b.id').on('o.name', '=', name))
    .where('b.id', '=', bucket_id)
    .where('b.public', '=', true)
    .selectAll('o')
    .executeTakeFirst()
  return { bucket: row !== undefined, object: row && isWhole(row) ? row : null }
}

/** Returns the row of an object that the caller may see, or null. */
export async function findStorageObject(
  database: Database,
  caller: Caller,
  at: StorageObjectName,
): Promise<StorageObjectRow | null> {
  const row = await database.asCaller(caller, (tx) => selectAt(tx, at).executeTakeFirst())
  return row ?? null
}

/**
 * Inserts the row of an object as the caller; with `upsert` replaces an existing one. Returns its id and the replaced version. Rejects with
 * SQLSTATE 42501 when row-level security rejects the row, and with 23505 when the name is taken.
 */
export async function putObject(
  database: Database,
  caller: Caller,
  object: NewStorageObject,
  upsert: boolean,
): Promise<{ id: string; replaced: string | null }> {
  return await database.asCaller(caller, (tx) => put(tx, caller, object, upsert))
}

/**
 * Runs `putObject` in a transaction and rolls it back. Called before an upload, so that an upload that would be rejected is rejected before
 * its bytes are sent.
 */
export async function dryRunPutObject(
  database: Database,
  caller: Caller,
  object: NewStorageObject,
  upsert: boolean,
): Promise<void> {
  const done = new Error('Only a try.')
  try {
    await database.asCaller(caller, async (tx) => {
      await put(tx, caller, object, upsert)
      throw done
    })
  } catch (error) {
    if (error !== done) throw error
  }
}

/** Deletes those of the named objects that the caller may delete. Returns their rows. */
export async function deleteObjects(
  database: Database,
  caller: Caller,
  bucket_id: string,
  names: readonly string[],
): Promise<StorageObjectRow[]> {
  return await database.asCaller(caller, (tx) =>
    tx
      .deleteFrom('storage.objects')
      .where('bucket_id', '=', bucket_id)
      .where('name', 'in', names)
      .returningAll()
      .execute(),
  )
}

/** Renames an object. Returns its id, or null when it does not exist or the caller may not change it. */
export async function renameObject(
  database: Database,
  caller: Caller,
  from: StorageObjectName,
  to: StorageObjectName,
): Promise<string | null> {
  const row = await database.asCaller(caller, (tx) =>
    tx
      .updateTable('storage.objects')
      .set({ ...to, updated_at: sql`now()` })
      .where('bucket_id', '=', from.bucket_id)
      .where('name', '=', from.name)
      .returning('id')
      .executeTakeFirst(),
  )
  return row?.id ?? null
}

/** The paging, sorting and search of a folder listing. */
export type FolderListOptions = {
  prefix: string
  search: string
  limit: number
  offset: number
  column: 'name' | 'updated_at' | 'created_at' | 'last_accessed_at'
  order: 'asc' | 'desc'
}

/** An entry of a folder listing: an object, or a subfolder, which has only a name. */
export type FolderEntry = Pick<StorageObjectRow, 'name' | 'metadata'> & {
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
}

/** Lists the objects and subfolders directly in a folder that the caller may see: folders first, then objects. */
export async function listStorageFolder(
  database: Database,
  caller: Caller,
  bucket_id: string,
  page: FolderListOptions,
): Promise<FolderEntry[]> {
  const direction = sql.raw(page.order)
  // Sorts names in the same order on every database, independent of its collation.
  const column = page.column === 'name' ? sql`name collate "C"` : sql.id(page.column)
  const query = sql<FolderEntry>`
    with inside as (
      select substr(o.name, ${page.prefix.length}::int4 + 1) as rest, o.*
      from storage.objects o
      where o.bucket_id = ${bucket_id} and starts_with(o.name, ${page.prefix})
    ), entries as (
      select distinct split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
        null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata, true as is_folder
      from inside where position('/' in rest) > 0
      union all
      select rest, id, updated_at, created_at, last_accessed_at, metadata, false
      from inside where position('/' in rest) = 0
    )
    select name, id, updated_at, created_at, last_accessed_at, metadata from entries
    where name ilike ${`${escapeLikePattern(page.search)}%`}
    order by is_folder desc, ${column} ${direction}, name collate "C" ${direction}
    limit ${page.limit} offset ${page.offset}
  `
  return (await database.asCaller(caller, (tx) => query.execute(tx))).rows
}

async function put(tx: Tx, caller: Caller, object: NewStorageObject, upsert: boolean) {
  const before = upsert ? await selectAt(tx, object).executeTakeFirst() : undefined
  const values = {
    ...object,
    owner: getStorageOwnerId(caller),
    owner_id: getStorageOwnerId(caller),
    metadata: JSON.stringify(object.metadata),
    user_metadata: object.user_metadata === null ? null : JSON.stringify(object.user_metadata),
  }
  const { bucket_id: _, name: __, ...changed } = values
  const insert = tx.insertInto('storage.objects').values(values).returning('id')
  const query = upsert
    ? insert.onConflict((conflict) =>
        conflict.columns(['bucket_id', 'name']).doUpdateSet({ ...changed, updated_at: sql`now()` }),
      )
    : insert
  const { id } = await query.executeTakeFirstOrThrow()
  return { id, replaced: before?.version ?? null }
}

function selectAt(tx: Tx, { bucket_id, name }: StorageObjectName) {
  return tx.selectFrom('storage.objects').selectAll().where('bucket_id', '=', bucket_id).where('name', '=', name)
}

type Joined = { [Column in keyof StorageObjectRow]: StorageObjectRow[Column] | null }

function isWhole(row: Joined): row is StorageObjectRow {
  return row.id !== null
}
