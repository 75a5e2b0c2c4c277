import { type Selectable, sql, type Transaction } from 'kysely'
import type { Caller, Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { escapeLike, ownerOf } from './bucket-store.ts'

/** A row of storage.objects. */
export type ObjectRow = Selectable<Tables['storage.objects']>

/** What is kept about an object's bytes, under the names that Supabase Storage uses. */
export type ObjectMetadata = {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: 200
}

/** Where an object is. */
export type ObjectName = { bucket_id: string; name: string }

/** What an upload leaves in the database. */
export type NewObject = ObjectName & {
  version: string
  metadata: ObjectMetadata
  user_metadata: Record<string, unknown> | null
}

/** Reads an object of a public bucket, whoever asks. `bucket`: whether there is such a public bucket at all. */
export async function findPublicObject(
  database: Database,
  { bucket_id, name }: ObjectName,
): Promise<{ bucket: boolean; object: ObjectRow | null }> {
  const row = await database.kysely
    .selectFrom('storage.buckets as b')
    .leftJoin('storage.objects as o', (join) => join.onRef('o.bucket_id', '=', 'b.id').on('o.name', '=', name))
    .where('b.id', '=', bucket_id)
    .where('b.public', '=', true)
    .selectAll('o')
    .executeTakeFirst()
  return { bucket: row !== undefined, object: row && isWhole(row) ? row : null }
}

/** Reads an object if row-level security lets the caller see it; else null. */
export async function findObject(database: Database, caller: Caller, at: ObjectName): Promise<ObjectRow | null> {
  const row = await database.asCaller(caller, (tx) => selectAt(tx, at).executeTakeFirst())
  return row ?? null
}

/**
 * Puts an object in place as the caller, over the one of that name when `upsert`. Answers its id and the version that it
 * took the place of. Fails with 42501 when row-level security says no, 23505 when the name is taken.
 */
export async function putObject(
  database: Database,
  caller: Caller,
  object: NewObject,
  upsert: boolean,
): Promise<{ id: string; replaced: string | null }> {
  return await database.asCaller(caller, (tx) => put(tx, caller, object, upsert))
}

/** Tries what `putObject` would do and takes it back, so that nobody sends gigabytes only to be refused. */
export async function tryPutObject(
  database: Database,
  caller: Caller,
  object: NewObject,
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

/** Removes the objects of these names that the caller may remove. Answers what they were. */
export async function deleteObjects(
  database: Database,
  caller: Caller,
  bucket_id: string,
  names: readonly string[],
): Promise<ObjectRow[]> {
  return await database.asCaller(caller, (tx) =>
    tx
      .deleteFrom('storage.objects')
      .where('bucket_id', '=', bucket_id)
      .where('name', 'in', names)
      .returningAll()
      .execute(),
  )
}

/** Gives an object another name. Answers its id, or null when the caller may not change it or it is not there. */
export async function renameObject(
  database: Database,
  caller: Caller,
  from: ObjectName,
  to: ObjectName,
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

/** How a folder is listed. */
export type ListPage = {
  prefix: string
  search: string
  limit: number
  offset: number
  column: 'name' | 'updated_at' | 'created_at' | 'last_accessed_at'
  order: 'asc' | 'desc'
}

/** One line of a folder: an object, or a folder in it, of which only the name is known. */
export type ListedObject = Pick<ObjectRow, 'name' | 'metadata'> & {
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
}

/** What the caller can see right inside a folder: folders first, then objects. */
export async function listFolder(
  database: Database,
  caller: Caller,
  bucket_id: string,
  page: ListPage,
): Promise<ListedObject[]> {
  const direction = sql.raw(page.order)
  // The same order on every database, whatever language it sorts in.
  const column = page.column === 'name' ? sql`name collate "C"` : sql.id(page.column)
  const query = sql<ListedObject>`
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
    where name ilike ${`${escapeLike(page.search)}%`}
    order by is_folder desc, ${column} ${direction}, name collate "C" ${direction}
    limit ${page.limit} offset ${page.offset}
  `
  return (await database.asCaller(caller, (tx) => query.execute(tx))).rows
}

async function put(tx: Transaction<Tables>, caller: Caller, object: NewObject, upsert: boolean) {
  const before = upsert ? await selectAt(tx, object).executeTakeFirst() : undefined
  const values = {
    ...object,
    owner_id: ownerOf(caller),
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

function selectAt(tx: Transaction<Tables>, { bucket_id, name }: ObjectName) {
  return tx.selectFrom('storage.objects').selectAll().where('bucket_id', '=', bucket_id).where('name', '=', name)
}

type Joined = { [Column in keyof ObjectRow]: ObjectRow[Column] | null }

function isWhole(row: Joined): row is ObjectRow {
  return row.id !== null
}
