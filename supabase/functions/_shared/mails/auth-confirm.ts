import { askedForReason, codeAndLink, codeAndLinkData } from './auth-code.ts'
import { mailKind } from './letter.ts'

/** To somebody who made an account: is this their address? */
export const authConfirm = mailKind(codeAndLinkData, (data, brand) => ({
  subject: `Confirm your ${brand.product.name} account`,
  heading: 'Confirm your address',
  blocks: codeAndLink(data, {
    before: 'Thank you for making an account. To confirm that this address is yours, enter this code:',
    label: 'Confirm my address',
  }),
  reason: askedForReason(brand),
  replyTo: null,
}))
