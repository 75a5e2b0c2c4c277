import * as v from 'valibot'
import { defineMailKind } from './mail-content.ts'

const data = v.object({ answer: v.pipe(v.string(), v.nonEmpty()), message: v.string() })

/**
 * Mail to a visitor with the founders' answer to a message from the contact form. Each line of the answer is a paragraph. The subject does
 * not quote the message, because the message is untrusted input. Replies go to the team mailbox.
 */
export const messageAnswerMail = defineMailKind(data, ({ answer, message }, { product }) => ({
  subject: `Our answer to your message to ${product.name}`,
  heading: 'Thanks for your message',
  blocks: [
    ...answer
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((text) => ({ kind: 'paragraph' as const, text })),
    { kind: 'paragraph', text: 'You wrote:' },
    { kind: 'quote', text: message },
  ],
  reason:
    `You’re getting this email because you wrote to us with the contact form of ${product.domain}. ` +
    `If you’d like your message to be removed, write to ${product.mailboxes.privacy}.`,
  replyTo: product.mailboxes.team,
}))
