import { codeAndLinkDataSchema, createCodeAndLinkBlocks, formatAccountMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail to a person whom an operator invited. */
export const invitationMail = defineMailKind(codeAndLinkDataSchema, (data, brand) => ({
  subject: `You’re invited to ${brand.product.name}`,
  heading: 'You’re invited',
  blocks: createCodeAndLinkBlocks(data, {
    before: `Someone at ${brand.product.name} created an account for you. To accept the invitation, enter this code:`,
    label: 'Accept the invitation',
  }),
  reason: formatAccountMailReason(brand),
  replyTo: null,
}))
