import { codeAndLinkDataSchema, createCodeAndLinkBlocks, formatAccountMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail to a person whom an operator invited. */
export const invitationMail = defineMailKind(codeAndLinkDataSchema, (data, brand) => ({
  subject: `You’re invited to ${brand.product.name}`,
  heading: 'You’re invited',
  blocks: createCodeAndLinkBlocks(data, {
    before: `We’ve set up a ${brand.product.name} account for you. To accept it, enter this code:`,
    label: 'Accept the invitation',
  }),
  signedBy: 'founders',
  reason: formatAccountMailReason(brand),
  replyTo: null,
}))
