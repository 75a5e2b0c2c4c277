import * as v from 'valibot'
import { checkMail, type Mail, senderSchema } from '../mail.ts'
import { mailKind } from './kinds.ts'
import type { Brand } from './letter.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

/** An outbox row as far as its mail goes. A recipient of null is the team. */
export type MailOrder = { id: string; kind: string; recipient: string | null; data: unknown }

/**
 * Makes the mail of an outbox row. Throws when there is no such kind, or the row holds other data than its kind needs:
 * nobody could mail it, so there is no use in trying again.
 */
export function composeMail(order: MailOrder, brand: Brand, mailFrom: string | null): Mail {
  const kind = mailKind(order.kind)
  if (!kind) throw new Error(`There is no mail of the kind ${JSON.stringify(order.kind)}.`)
  const letter = kind.write(order.data, brand)
  return checkMail({
    messageId: `${order.id}@${brand.product.domain}`,
    from: senderOf(brand, mailFrom),
    to: order.recipient ?? brand.product.mailboxes.team,
    replyTo: letter.replyTo,
    subject: letter.subject,
    text: renderText(letter, brand),
    html: renderHtml(letter, brand),
  })
}

/** The sender of every mail: the configured one, else the team mailbox, under the product's name unless told another. */
function senderOf({ product }: Brand, mailFrom: string | null): Mail['from'] {
  if (mailFrom === null) return { name: product.name, address: product.mailboxes.team }
  const { name, address } = v.parse(senderSchema, mailFrom)
  return { name: name ?? product.name, address }
}
