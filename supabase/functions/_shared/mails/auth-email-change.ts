import { askedForReason, codeAndLink, codeAndLinkData } from './auth-code.ts'
import { mailKind } from './letter.ts'

/** To both mailboxes when the address of an account is to change. */
export const authEmailChange = mailKind(codeAndLinkData, (data, brand) => ({
  subject: `Confirm the new address of your ${brand.product.name} account`,
  heading: 'Confirm the change of address',
  blocks: codeAndLink(data, {
    before: 'Your account is to get another address. To confirm that you want this, enter this code:',
    label: 'Confirm the change',
  }),
  reason: askedForReason(brand),
  replyTo: null,
}))
