import * as v from 'valibot'
import { type ComposedMail, mailSenderSchema } from '../mail.ts'
import type { MailBrand } from './mail-content.ts'

/**
 * Returns the sender of all mails: MAIL_FROM if it is set, otherwise the team mailbox. If MAIL_FROM has no name, the sender's name is that of
 * the founders and of the product.
 */
export function composeSender({ product }: Pick<MailBrand, 'product'>, mailFrom: string | null): ComposedMail['from'] {
  const ours = { name: `${product.founders.names} at ${product.name}`, address: product.mailboxes.team }
  if (mailFrom === null) return ours
  const { name, address } = v.parse(mailSenderSchema, mailFrom)
  return { name: name ?? ours.name, address }
}
