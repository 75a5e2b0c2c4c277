import { contactMessage } from './contact-message.ts'
import type { MailKind } from './letter.ts'
import { welcomeFree } from './welcome-free.ts'
import { welcomePaid } from './welcome-paid.ts'

/** Every kind of mail, under the name that the outbox row carries. A new one is a file beside these and a line here. */
export const MAIL_KINDS: Readonly<Record<string, MailKind>> = {
  welcome_free: welcomeFree,
  welcome_paid: welcomePaid,
  contact_message: contactMessage,
}
