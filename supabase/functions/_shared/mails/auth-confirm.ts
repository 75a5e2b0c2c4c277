import { codeAndLink, codeAndLinkDataSchema, requestedMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail to the address of a new account, to confirm that it belongs to the person who signed up. */
export const authConfirm = defineMailKind(codeAndLinkDataSchema, (data, brand) => ({
  subject: `Confirm your ${brand.product.name} account`,
  heading: 'Confirm your address',
  blocks: codeAndLink(data, {
    before: 'Thank you for making an account. To confirm that this address is yours, enter this code:',
    label: 'Confirm my address',
  }),
  reason: requestedMailReason(brand),
  replyTo: null,
}))
