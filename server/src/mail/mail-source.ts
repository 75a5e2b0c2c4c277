import type { Product } from '@site/contract/product'
import { type ComposedMail, toSmtpMessage } from '../../../supabase/functions/_shared/mail.ts'
import { composeMail } from '../../../supabase/functions/_shared/mails/compose.ts'
import type { SiteConfig } from '../site-settings.ts'

/** Renders a mail as the MIME message that a mail server receives. */
export async function renderMimeMessage(mail: ComposedMail): Promise<Buffer> {
  // nodemailer is imported only when the first mail is rendered, because importing it takes 70 ms.
  const { createTransport } = await import('nodemailer')
  // nodemailer's stream transport renders a message and does not send it.
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  writer.on('error', () => {}) // `sendMail` rejects with the same error; without this listener, the error event would end the process
  const { message } = await writer.sendMail(toSmtpMessage(mail))
  if (!Buffer.isBuffer(message)) throw new Error('The mail did not come out as bytes.')
  return message
}

/** Renders the header lines of a sample welcome mail with the current configuration, so that an operator can check them. */
export async function renderSampleMailHeaders(
  product: Product,
  config: Pick<SiteConfig, 'siteUrl' | 'mailFrom'>,
): Promise<string> {
  const order = { id: 'sample', kind: 'welcome_free', recipient: 'nobody@example.com', data: { name: 'Nobody' } }
  const source = await renderMimeMessage(composeMail(order, { product, siteUrl: config.siteUrl }, config.mailFrom))
  return source.toString('latin1').split('\r\n\r\n', 1)[0] ?? ''
}
