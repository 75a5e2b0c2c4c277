import { codeAndLinkDataSchema, createCodeAndLinkBlocks, formatRequestedMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail to the address of a new account, to confirm that it belongs to the person who signed up. */
export const accountConfirmationMail = defineMailKind(codeAndLinkDataSchema, (data, brand) => ({
  subject: `Confirm your ${brand.product.name} account`,
  heading: 'Confirm your address',
  blocks: createCodeAndLinkBlocks(data, {
    before: 'Thanks for creating an account. To confirm that this address is yours, enter this code:',
    label: 'Confirm my address',
  }),
  signedBy: 'founders',
  reason: formatRequestedMailReason(brand),
  replyTo: null,
}))
