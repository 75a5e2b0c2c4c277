import { codeAndLinkDataSchema, createCodeAndLinkBlocks, formatRequestedMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail to a user who signs in without a password, with a code and a link. */
export const magicLinkMail = defineMailKind(codeAndLinkDataSchema, (data, brand) => ({
  subject: `Your ${brand.product.name} sign-in code`,
  heading: 'Sign in',
  blocks: createCodeAndLinkBlocks(data, {
    before: 'To sign in, enter this code:',
    label: 'Sign in',
  }),
  signedBy: 'founders',
  reason: formatRequestedMailReason(brand),
  replyTo: null,
}))
