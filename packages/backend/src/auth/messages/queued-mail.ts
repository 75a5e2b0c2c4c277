import type { Tx } from '../../database/port/tables.ts'

/** The kinds of mail with a code and a link. */
export type AuthMailKind = 'auth_confirm' | 'auth_recovery' | 'auth_magic_link' | 'auth_email_change' | 'auth_invite'

/** A mail to send: its kind, its recipient, the values for its text, and the time after which it must not be sent. */
export type QueuedMail = {
  kind: AuthMailKind | 'auth_reauthentication' | 'auth_notice'
  recipient: string
  /** The values for the mail's text: `code` and `minutes` in a mail with a code, `notice` and `at` in a security notice. */
  data: Record<string, string | number>
  /** The URL parameters `token_hash`, `type` and `redirect_to` of the mail's link; absent in a mail without a link. */
  link?: URLSearchParams
  until: Date
}

/** Queues a mail, in the given transaction of the request that caused it. */
export type AuthMailEnqueuer = (tx: Tx, mail: QueuedMail) => Promise<void>
