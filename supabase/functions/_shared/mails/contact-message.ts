import { contactSchema } from '@site/contract/contact'
import { mailKind } from './letter.ts'

/** To the founders: what somebody wrote in the contact form. Answering it answers the visitor. */
export const contactMessage = mailKind(contactSchema, ({ name, email, message }, { product }) => ({
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
