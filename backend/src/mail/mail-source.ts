import type { Product } from '@site/contract/product'
import { type Mail, toMessage } from '../../../supabase/functions/_shared/mail.ts'
import { composeMail } from '../../../supabase/functions/_shared/mails/compose.ts'
import type { Config } from '../config.ts'

/** A mail as a mail server gets it, byte for byte. */
export async function mailSource(mail: Mail): Promise<Buffer> {
  // Loaded with the first mail: at the start it would cost 70 ms.
  const { createTransport } = await import('nodemailer')
  // It turns a message into its source and sends it nowhere.
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  writer.on('error', () => {}) // `sendMail` rejects; what it repeats here would end the process
  const { message } = await writer.sendMail(toMessage(mail))
  if (!Buffer.isBuffer(message)) throw new Error('The mail did not come out as bytes.')
  return message
}

/** The header lines of a welcome to nobody, as this server would send it now. */
export async function sampleMailHeaders(
  product: Product,
  config: Pick<Config, 'siteUrl' | 'mailFrom'>,
): Promise<string> {
  const order = { id: 'sample', kind: 'welcome_free', recipient: 'nobody@example.com', data: { name: 'Nobody' } }
  const source = await mailSource(composeMail(order, { product, siteUrl: config.siteUrl }, config.mailFrom))
  return source.toString('latin1').split('\r\n\r\n', 1)[0] ?? ''
}
