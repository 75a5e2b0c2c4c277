import type { Transaction } from 'kysely'
import type { DatabaseTables } from '../../database/port/tables.ts'

/** The kinds of mail with a code and a link. */
export type AuthMailKind = 'auth_confirm' | 'auth_recovery' | 'auth_magic_link' | 'auth_email_change' | 'auth_invite'

/** A mail to send: its kind, its recipient, the values for its text, and the time after which it must not be sent. */
export type QueuedMail = {
  kind: AuthMailKind | 'auth_reauthentication' | 'auth_notice'
  recipient: string
  /** `code` and `minutes` of a code, or `notice` and `at` of a security notice. */
  data: Record<string, string | number>
  /** The parameters `token_hash`, `type` and `redirect_to` of the confirmation link. */
  link?: URLSearchParams
  until: Date
}

/** Queues a mail in the transaction of the request. */
export type AuthMailEnqueuer = (tx: Transaction<DatabaseTables>, mail: QueuedMail) => Promise<void>
