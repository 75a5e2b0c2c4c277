import * as v from 'valibot'
import { writeLetter } from './letter.ts'
import { defineMailKind } from './mail-content.ts'

const data = v.object({ name: v.string() })

/** Mail to a person who signed up for the free beta. */
export const freeWelcomeMail = defineMailKind(data, ({ name }, brand) => ({
  subject: `Your ${brand.product.name} download`,
  ...writeLetter(name, brand, {
    opening: `Thanks for trying ${brand.product.name}. Here it is, for your Mac or Windows PC:`,
  }),
}))
