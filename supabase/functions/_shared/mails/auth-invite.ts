import { accountMailReason, codeAndLink, codeAndLinkDataSchema } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail to a person whom an operator invited. */
export const authInvite = defineMailKind(codeAndLinkDataSchema, (data, brand) => ({
  subject: `You are invited to ${brand.product.name}`,
  heading: 'You are invited',
  blocks: codeAndLink(data, {
    before: `Somebody at ${brand.product.name} made an account for you. To accept it, enter this code:`,
    label: 'Accept the invitation',
  }),
  reason: accountMailReason(brand),
  replyTo: null,
}))
