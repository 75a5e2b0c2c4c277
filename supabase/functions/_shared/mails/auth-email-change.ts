import { codeAndLinkDataSchema, createCodeAndLinkBlocks, formatRequestedMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail to the old or the new e-mail address of an account, with which the account's owner confirms the change of the address. */
export const emailChangeMail = defineMailKind(codeAndLinkDataSchema, (data, brand) => ({
  subject: `Confirm the new address for your ${brand.product.name} account`,
  heading: 'Confirm your new address',
  blocks: createCodeAndLinkBlocks(data, {
    before: 'Someone asked to change the email address of your account. If that was you, enter this code to confirm:',
    label: 'Confirm the change',
  }),
  reason: formatRequestedMailReason(brand),
  replyTo: null,
}))
