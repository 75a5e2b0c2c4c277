import { codeAndLinkDataSchema, createCodeAndLinkBlocks, formatRequestedMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail to a user who forgot their password. */
export const passwordRecoveryMail = defineMailKind(codeAndLinkDataSchema, (data, brand) => ({
  subject: `Set a new ${brand.product.name} password`,
  heading: 'Set a new password',
  blocks: createCodeAndLinkBlocks(data, {
    before: 'To set a new password, enter this code:',
    label: 'Set a new password',
  }),
  signedBy: 'founders',
  reason: formatRequestedMailReason(brand),
  replyTo: null,
}))
