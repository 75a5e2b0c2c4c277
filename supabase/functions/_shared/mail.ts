import { addressSchema } from '@site/contract/email'
import * as v from 'valibot'

const LINE_MAX = 200

// Not even a text that we wrote may hold a line end: the product's name comes from a file that people edit.
const headerLine = v.pipe(v.string(), v.nonEmpty(), v.maxLength(LINE_MAX), v.regex(/^\P{Cc}*$/u))

const mailSchema = v.strictObject({
  /** Stable for an outbox row, so that a mail sent twice can be told from two mails (RFC 5322, 3.6.4). */
  messageId: v.pipe(v.string(), v.regex(/^[\w-]+@[a-z0-9.-]+$/i)),
  from: v.strictObject({ name: headerLine, address: addressSchema }),
  to: addressSchema,
  replyTo: v.nullable(addressSchema),
  subject: headerLine,
  text: v.string(),
  html: v.string(),
})

/** One mail to one recipient, ready for a transport. */
export type Mail = v.InferOutput<typeof mailSchema>

/**
 * Checks a mail before it leaves: every header value is one line, every address is one plain address. Throws otherwise,
 * so no transport ever sees a header that somebody else wrote.
 */
export function checkMail(mail: Mail): Mail {
  return v.parse(mailSchema, mail)
}

/**
 * The mail in the form that nodemailer takes. Addresses go in as objects and the envelope is ours, so nothing is parsed
 * out of text; parts are 7bit or quoted-printable; text comes first. A date is added when the mail is sent.
 */
export function toMessage(mail: Mail) {
  const { from, to, replyTo, subject, text, html, messageId } = checkMail(mail)
  return {
    envelope: { from: from.address, to: [to] },
    messageId: `<${messageId}>`,
    from,
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'quoted-printable' as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** An address for a log: `j***@e…`. Enough to recognise one's own, too little to know a stranger's. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '***' : `${address.charAt(0)}***@${address.charAt(at + 1)}…`
}

const NAME_AND_ADDRESS = /^(?:"?([^"<>]*?)"?\s*<([^<>]+)>|([^<>\s]+))$/

/** Reads `Name <address>` or a bare address. Refuses anything else, and several addresses. */
export const senderSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(NAME_AND_ADDRESS, 'must be an address such as Team <team@example.com>'),
  v.transform((text) => {
    const [, name, address, bare] = NAME_AND_ADDRESS.exec(text) ?? []
    return { name: name?.trim() || null, address: address ?? bare ?? '' }
  }),
  v.object({ name: v.nullable(headerLine), address: addressSchema }),
)
