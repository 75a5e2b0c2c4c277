import * as v from 'valibot'
import { writeLetter } from './letter.ts'
import { defineMailKind } from './mail-content.ts'

const data = v.object({ name: v.string() })

/** Mail to a person who signed up for the free beta. */
export const freeWelcomeMail = defineMailKind(data, ({ name }, brand) => ({
  subject: `Your ${brand.product.name} download`,
  ...writeLetter(name, brand, {
    opening: `Thanks for trying ${brand.product.name}. It runs on your Mac or Windows PC, so open this there:`,
  }),
}))

/**
 * Mail to a person who returned from the payment page. Contains neither amount nor order id: until the payment provider confirms them they
 * are unverified claims, which anyone could have submitted with another person's address.
 */
export const paidWelcomeMail = defineMailKind(data, ({ name }, brand) => ({
  subject: `Your ${brand.product.name} Early Access`,
  ...writeLetter(name, brand, {
    opening: `Thank you for backing ${brand.product.name} this early. It runs on your Mac or Windows PC, so open this there:`,
    between: [
      'Your receipt comes from our card payment provider. Not for you after all? Just ask, and we’ll refund you in full.',
    ],
  }),
}))

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
