import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { AuthTables } from './auth-tables.ts'

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>

type Bucket = {
  id: string
  name: string
  owner: string | null
  owner_id: string | null
  public: Generated<boolean>
  avif_autodetection: Generated<boolean>
  file_size_limit: number | null
  allowed_mime_types: string[] | null
  created_at: Timestamp
  updated_at: Timestamp
}

type StoredObject = {
  id: Generated<string>
  bucket_id: string
  name: string
  owner: string | null
  owner_id: string | null
  metadata: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  user_metadata: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  path_tokens: ColumnType<string[], never, never>
  version: string | null
  created_at: Timestamp
  updated_at: Timestamp
  last_accessed_at: Timestamp
}

/** All tables that the server's own code reads or writes. Timestamps are `Date`, int8 is `number`, numeric is text. */
export type DatabaseTables = {
  'storage.buckets': Bucket
  'storage.objects': StoredObject
} & AuthTables

/** The database of the server's own code, in or outside a transaction. */
export type Db = Kysely<DatabaseTables>

/** A transaction of the server's own code. */
export type Tx = Transaction<DatabaseTables>
