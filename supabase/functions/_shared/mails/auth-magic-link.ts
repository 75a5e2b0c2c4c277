import { codeAndLink, codeAndLinkDataSchema, requestedMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail to a user who signs in without a password. */
export const authMagicLink = defineMailKind(codeAndLinkDataSchema, (data, brand) => ({
  subject: `Your ${brand.product.name} sign-in code`,
  heading: 'Sign in',
  blocks: codeAndLink(data, {
    before: 'To sign in, enter this code:',
    label: 'Sign in',
  }),
  reason: requestedMailReason(brand),
  replyTo: null,
}))
