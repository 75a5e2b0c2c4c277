import { type ComposedMail, validateComposedMail } from '../mail.ts'
import { findMailKind } from './kinds.ts'
import type { MailBrand } from './mail-content.ts'
import { mailPictures } from './mail-pictures.ts'
import { formatContentId, renderMailHtml } from './render-html.ts'
import { renderMailText } from './render-text.ts'
import { composeSender } from './sender.ts'

/** The columns of an outbox row that a mail is composed from. A null recipient stands for the team mailbox. */
export type OutboxMail = { id: string; kind: string; recipient: string | null; data: unknown }

/**
 * Composes the mail of an outbox row. Throws when the row's kind is unknown or its data is invalid for that kind. This failure is
 * permanent: a retry would fail in the same way.
 */
export function composeMail(row: OutboxMail, brand: MailBrand, mailFrom: string | null): ComposedMail {
  const kind = findMailKind(row.kind)
  if (!kind) throw new Error(`There is no mail of the kind ${JSON.stringify(row.kind)}.`)
  const content = kind.write(row.data, brand)
  return validateComposedMail({
    messageId: `${row.id}@${brand.product.domain}`,
    from: composeSender(brand, mailFrom),
    to: row.recipient ?? brand.product.mailboxes.team,
    replyTo: content.replyTo,
    isWrittenByPerson: content.isWrittenByPerson,
    unsubscribe: content.unsubscribe,
    subject: content.subject,
    text: renderMailText(content, brand),
    html: renderMailHtml(content, brand),
    pictures: mailPictures
      .filter(({ name }) => name === 'logo' || content.hasBanner)
      .map(({ name, type, base64 }) => ({
        contentId: formatContentId(name, brand),
        filename: `${name}.${type === 'image/png' ? 'png' : 'jpg'}`,
        type,
        base64,
      })),
  })
}
