import * as v from 'valibot'
import { writeLetter } from './letter.ts'
import { defineMailKind } from './mail-content.ts'

const data = v.object({ name: v.string() })

/**
 * Invitation mail to a person who signed up, sent by a wave. It contains no price, because the person may have paid already. The download
 * needs no invitation, so the mail has the link of the welcome mails, without anything that identifies the person.
 */
export const waveInvitationMail = defineMailKind(data, ({ name }, brand) => ({
  subject: `Your spot in ${brand.product.name} early access`,
  ...writeLetter(name, brand, {
    opening: `You signed up for early access to ${brand.product.name}, and one of the new spots is yours:`,
    between: [
      `Do you have ${brand.product.name} already? Then there’s nothing to do: you’re in, and the app keeps working.`,
    ],
  }),
  unsubscribe: brand.product.mailboxes.privacy,
}))
