import * as v from 'valibot'
import { writeLetter } from './letter.ts'
import { defineMailKind } from './mail-content.ts'

const data = v.object({ name: v.string() })

/**
 * Mail to a person who returned from the payment page. Contains neither amount nor order id: until the payment provider confirms them they
 * are unverified claims, which anyone could have submitted with another person's address.
 */
export const paidWelcomeMail = defineMailKind(data, ({ name }, brand) => ({
  subject: `Your ${brand.product.name} Early Access`,
  ...writeLetter(name, brand, {
    opening: `Thank you for backing ${brand.product.name} this early. Here it is, for your Mac or Windows PC:`,
    between: [
      'Your receipt comes from our card payment provider. Not for you after all? Just ask, and we’ll refund you in full.',
    ],
  }),
}))
