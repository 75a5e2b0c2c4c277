import { contactSchema } from '@site/contract/contact'
import { defineMailKind } from './mail-content.ts'

/** Mail to the founders with a message that a visitor sent with the contact form. The Reply-To header has the visitor's address. */
export const contactMessageMail = defineMailKind(contactSchema, ({ name, email, message }, { product }) => ({
  subject: 'New message from the contact form',
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
    { kind: 'paragraph', text: 'Reply to this email to answer the sender. The site keeps the message too.' },
  ],
  reason:
    `You’re getting this email because ${product.mailboxes.team} gets the messages from the contact form of ` +
    `${product.domain}. To be removed, change the site’s team mailbox.`,
  replyTo: email,
}))
