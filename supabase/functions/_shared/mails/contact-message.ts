import { type ContactMessage, contactSchema } from '@site/contract/contact'
import { formatDateTime } from '@site/contract/date-time'
import * as v from 'valibot'
import { takeFirstWords } from './first-words.ts'
import { defineMailKind, type MailContent } from './mail-content.ts'

/** The data of the digest that replaces single mails when many messages arrive: a quarter of an hour, and the number of its messages. */
const digestSchema = v.object({
  since: v.pipe(v.string(), v.isoTimestamp()),
  until: v.pipe(v.string(), v.isoTimestamp()),
  count: v.number(),
})

/**
 * Mail to the founders with a message that a visitor sent with the contact form, or the digest of a quarter of an hour in which many
 * messages arrived. The Reply-To header of a message has the visitor's address.
 */
export const contactMessageMail = defineMailKind(v.union([digestSchema, contactSchema]), (data, { product }) => ({
  ...('count' in data ? writeDigest(data) : writeMessage(data)),
  signedBy: 'site',
  reason:
    `You’re getting this email because ${product.mailboxes.team} gets the messages from the contact form of ` +
    `${product.domain}. To be removed, change the site’s team mailbox.`,
}))

function writeMessage({
  name,
  email,
  message,
}: ContactMessage): Pick<MailContent, 'subject' | 'heading' | 'blocks' | 'replyTo'> {
  return {
    // Mail programs put mails of one subject into one thread: each question gets its own.
    subject: `${takeFirstWords(name, 40)}: ${takeFirstWords(message, 70)}`,
    heading: 'A message for you',
    blocks: [
      {
        kind: 'details',
        rows: [
          ['Name', name],
          ['Email', email],
        ],
      },
      { kind: 'quote', text: message },
      { kind: 'paragraph', text: 'Hit reply to answer. The console keeps the message too.' },
    ],
    replyTo: email,
  }
}

function writeDigest({
  since,
  until,
  count,
}: v.InferOutput<typeof digestSchema>): Pick<MailContent, 'subject' | 'heading' | 'blocks' | 'replyTo'> {
  return {
    subject: 'More messages from the contact form',
    heading: 'More messages for you',
    blocks: [
      {
        kind: 'paragraph',
        text: 'So many messages came in at once that these didn’t get an email each. The console has all of them.',
      },
      {
        kind: 'details',
        rows: [
          ['Messages', String(count)],
          ['From', formatDateTime(since, 'UTC')],
          ['Until', formatDateTime(until, 'UTC')],
        ],
      },
      { kind: 'paragraph', text: 'To read and answer them without the console: npm run admin -- messages list' },
    ],
    replyTo: null,
  }
}
