import { emailAddressSchema, normaliseAddress } from '@site/contract/email'
import { VALIDATION_ERRORS } from '@site/contract/errors'
import * as v from 'valibot'

const LINE_MAX = 200

// Schema of one line of a mail header. It applies to our own texts too, because the product's name comes from a file that people edit.
const headerLine = v.pipe(v.string(), v.nonEmpty(), v.maxLength(LINE_MAX), v.regex(/^\P{Cc}*$/u))

// An address that normalising would change was not checked by the code that composed the mail: it may hold a line break.
const plainAddress = v.pipe(
  v.string(),
  v.check((address) => normaliseAddress(address) === address, VALIDATION_ERRORS.emailFormat),
  emailAddressSchema,
)

const pictureSchema = v.strictObject({
  contentId: v.pipe(v.string(), v.regex(/^[\w-]+@[a-z0-9.-]+$/i)),
  filename: v.pipe(v.string(), v.regex(/^[\w-]+\.(png|jpg)$/)),
  type: v.picklist(['image/png', 'image/jpeg']),
  base64: v.pipe(v.string(), v.base64()),
})

const mailSchema = v.strictObject({
  /**
   * The Message-ID, derived from the outbox row, so that mail programs recognise a mail that was sent twice as a duplicate (RFC 5322,
   * 3.6.4).
   */
  messageId: v.pipe(v.string(), v.regex(/^[\w-]+@[a-z0-9.-]+$/i)),
  from: v.strictObject({ name: headerLine, address: plainAddress }),
  to: plainAddress,
  replyTo: v.nullable(plainAddress),
  isWrittenByPerson: v.optional(v.boolean()),
  unsubscribe: v.optional(plainAddress),
  subject: headerLine,
  text: v.string(),
  html: v.string(),
  /** The pictures that the HTML part shows, by their Content-ID (`src="cid:…"`, RFC 2392). They are sent inside the mail. */
  pictures: v.optional(v.array(pictureSchema)),
})

/** A mail to one recipient that is ready to be sent: header values, text part and HTML part. */
export type ComposedMail = v.InferOutput<typeof mailSchema>

/**
 * Validates a mail before it is sent. To prevent header injection, throws unless every header value is a single line and every address is
 * exactly one plain e-mail address.
 */
export function validateComposedMail(mail: ComposedMail): ComposedMail {
  return v.parse(mailSchema, mail)
}

/**
 * Converts a mail to nodemailer's message options. Addresses are passed as objects and the SMTP envelope is explicit, so that nodemailer
 * does not parse addresses from text. Text and HTML part are encoded as 7bit or quoted-printable. Nodemailer adds the date, and wraps the
 * HTML part and the pictures that it shows in `multipart/related`.
 */
export function toSmtpMessage(mail: ComposedMail) {
  const { from, to, replyTo, subject, text, html, messageId, pictures = [], ...marks } = validateComposedMail(mail)
  return {
    envelope: { from: from.address, to: [to] },
    messageId: `<${messageId}>`,
    from,
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    ...(pictures.length === 0 ? {} : { attachments: pictures.map(toAttachment) }),
    headers: {
      // RFC 3834: keeps automatic replies away. A mail that a person wrote may get one.
      ...(marks.isWrittenByPerson === true ? {} : { 'Auto-Submitted': 'auto-generated' }),
      // RFC 2369
      ...(marks.unsubscribe === undefined
        ? {}
        : { 'List-Unsubscribe': `<mailto:${marks.unsubscribe}?subject=unsubscribe>` }),
    },
    textEncoding: 'quoted-printable' as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Converts a picture to nodemailer's options. `inline` keeps mail programs from listing it as an attached file. */
function toAttachment({ contentId, filename, type, base64 }: v.InferOutput<typeof pictureSchema>) {
  return {
    cid: contentId,
    filename,
    contentType: type,
    content: base64,
    encoding: 'base64' as const,
    contentDisposition: 'inline' as const,
  }
}

/** Masks an e-mail address for the log, such as `j***@e…`: enough to recognise a known address, too little to reveal an unknown one. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '***' : `${address.charAt(0)}***@${address.charAt(at + 1)}…`
}

const NAME_AND_ADDRESS = /^(?:"?([^"<>]*?)"?\s*<([^<>]+)>|([^<>\s]+))$/

/** Parses the sender of mails: `Name <address>` or a bare address. Rejects other formats and lists of addresses. */
export const mailSenderSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(NAME_AND_ADDRESS, 'must be an address such as Team <team@example.com>'),
  v.transform((text) => {
    const [, name, address, bare] = NAME_AND_ADDRESS.exec(text) ?? []
    return { name: name?.trim() || null, address: address ?? bare ?? '' }
  }),
  v.object({ name: v.nullable(headerLine), address: emailAddressSchema }),
)
