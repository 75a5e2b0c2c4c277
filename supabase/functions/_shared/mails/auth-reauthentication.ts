import { codeDataSchema, createCodeBlocks, formatRequestedMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail with a code to a signed-in user who changes their password, to verify that the account's owner is using the device. */
export const reauthenticationMail = defineMailKind(codeDataSchema, ({ code, minutes }, brand) => ({
  subject: `Your ${brand.product.name} code`,
  heading: 'Confirm it’s you',
  blocks: [
    { kind: 'paragraph', text: 'To finish the change you started, enter this code:' },
    ...createCodeBlocks(code, minutes),
  ],
  signedBy: 'founders',
  reason: formatRequestedMailReason(brand),
  replyTo: null,
}))
