import { codeAndLinkDataSchema, createCodeAndLinkBlocks, formatRequestedMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail to the old or the new e-mail address of an account, with which the account's owner confirms the change of the address. */
export const emailChangeMail = defineMailKind(codeAndLinkDataSchema, (data, brand) => ({
  subject: `Confirm the new address of your ${brand.product.name} account`,
  heading: 'Confirm the change of address',
  blocks: createCodeAndLinkBlocks(data, {
    before: 'Your account is to get another address. To confirm that you want this, enter this code:',
    label: 'Confirm the change',
  }),
  reason: formatRequestedMailReason(brand),
  replyTo: null,
}))
