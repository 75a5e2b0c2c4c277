import * as v from 'valibot'
import { type ComposedMail, mailSenderSchema } from '../mail.ts'
import type { MailBrand } from './mail-content.ts'

/**
 * Returns the sender of all mails: MAIL_FROM if it is set, otherwise the team mailbox. If MAIL_FROM has no name, the product's name is
 * used.
 */
export function composeSender({ product }: Pick<MailBrand, 'product'>, mailFrom: string | null): ComposedMail['from'] {
  if (mailFrom === null) return { name: product.name, address: product.mailboxes.team }
  const { name, address } = v.parse(mailSenderSchema, mailFrom)
  return { name: name ?? product.name, address }
}
