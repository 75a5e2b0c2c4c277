import { askedForReason, codeAndLink, codeAndLinkData } from './auth-code.ts'
import { mailKind } from './letter.ts'

/** To somebody who forgot their password. */
export const authRecovery = mailKind(codeAndLinkData, (data, brand) => ({
  subject: `Set a new ${brand.product.name} password`,
  heading: 'Set a new password',
  blocks: codeAndLink(data, {
    before: 'To set a new password, enter this code:',
    label: 'Set a new password',
  }),
  reason: askedForReason(brand),
  replyTo: null,
}))
