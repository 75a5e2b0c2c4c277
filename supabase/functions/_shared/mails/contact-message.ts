import { contactSchema } from '@site/contract/contact'
import { defineMailKind } from './mail-content.ts'

/** Mail to the founders with a message that a visitor sent with the contact form. The Reply-To header has the visitor's address. */
export const contactMessageMail = defineMailKind(contactSchema, ({ name, email, message }, { product }) => ({
  subject: 'A message through the contact form',
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
    { kind: 'paragraph', text: 'Answer this mail to write to the sender. The message is kept with the site, too.' },
  ],
  reason:
    `You get this mail because ${product.mailboxes.team} receives what is written in the contact form of ` +
    `${product.domain}. To be removed, have the team mailbox of the site changed.`,
  replyTo: email,
}))
