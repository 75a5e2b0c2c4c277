import { codeAndLinkDataSchema, createCodeAndLinkBlocks, formatRequestedMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail to the old or the new e-mail address of an account, with which the account's owner confirms the change of the address. */
export const emailChangeMail = defineMailKind(codeAndLinkDataSchema, (data, brand) => ({
  subject: `Confirm the new address for your ${brand.product.name} account`,
  heading: 'Confirm your new address',
  blocks: createCodeAndLinkBlocks(data, {
    before:
      'Someone, most likely you, asked to change the email address of your account. To confirm the change, enter this code:',
    label: 'Confirm the change',
  }),
  signedBy: 'founders',
  reason: formatRequestedMailReason(brand),
  replyTo: null,
}))
