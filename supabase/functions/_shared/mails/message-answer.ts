import * as v from 'valibot'
import { takeFirstWords } from './first-words.ts'
import { defineMailKind } from './mail-content.ts'

const data = v.object({ answer: v.pipe(v.string(), v.nonEmpty()), message: v.string() })

/**
 * Mail to a visitor with the founders' answer to a message from the contact form. Each line of the answer is a paragraph. The subject quotes
 * the first words of the message, so that answers to two messages are two threads. Replies go to the team mailbox. A person wrote the mail,
 * so it is not marked as generated, and automatic replies to it are welcome.
 */
export const messageAnswerMail = defineMailKind(data, ({ answer, message }, { product }) => ({
  subject: `Our answer to “${takeFirstWords(message, 70)}”`,
  heading: 'Our answer',
  blocks: [
    ...answer
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((text) => ({ kind: 'paragraph' as const, text })),
    { kind: 'quote', text: message },
  ],
  signedBy: 'the person who wrote it',
  reason:
    `You’re getting this email because you wrote to us at ${product.domain}. ` +
    `If you’d like your message to be removed, write to ${product.mailboxes.privacy}.`,
  replyTo: product.mailboxes.team,
  isWrittenByPerson: true,
}))
