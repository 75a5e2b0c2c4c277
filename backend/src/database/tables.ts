import type { ColumnType, Generated } from 'kysely'
import type { AuthTables } from './auth-tables.ts'

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json = ColumnType<Record<string, unknown>, string | undefined, string>

type AppSetting = {
  key: string
  value: string
  updated_at: Timestamp
}

type EarlyAccessUser = {
  id: Generated<string>
  name: string
  email: string
  is_paid: Generated<boolean>
  /** The column type is numeric(10,2). The drivers return it as text, because a JavaScript number is not exact. */
  amount: ColumnType<string | null, number | string | null | undefined, number | string | null>
  order_id: string | null
  payment_verified: Generated<boolean>
  consent_wording: Generated<string>
  consent_at: Timestamp
  consent_form: Generated<string>
  created_at: Timestamp
}

type ContactMessage = {
  id: Generated<string>
  name: string
  email: string
  message: string
  created_at: Timestamp
  answered_at: NullableTimestamp
}

type MailOutbox = {
  id: Generated<string>
  kind: string
  /** The e-mail address of the recipient. Null stands for the site's team mailbox, whose address is not in the database. */
  recipient: string | null
  data: Json
  dedupe_key: string | null
  attempts: Generated<number>
  due_at: Timestamp
  try_until: Timestamp
  leased_until: NullableTimestamp
  sent_at: NullableTimestamp
  gave_up_at: NullableTimestamp
  last_error: string | null
  created_at: Timestamp
}

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
export type Tables = {
  app_settings: AppSetting
  early_access_users: EarlyAccessUser
  contact_messages: ContactMessage
  mail_outbox: MailOutbox
  'storage.buckets': Bucket
  'storage.objects': StoredObject
} & AuthTables
