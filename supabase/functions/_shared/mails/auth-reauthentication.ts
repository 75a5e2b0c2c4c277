import { codeDataSchema, formatDuration, formatRequestedMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail with a code to a signed-in user who changes their password, to verify that the account's owner is using the device. */
export const reauthenticationMail = defineMailKind(codeDataSchema, ({ code, minutes }, brand) => ({
  subject: `Your ${brand.product.name} code`,
  heading: 'Confirm it’s you',
  blocks: [
    { kind: 'paragraph', text: 'To finish the change you started, enter this code:' },
    { kind: 'code', code },
    {
      kind: 'paragraph',
      text: `It works once, for ${formatDuration(minutes)}. We’ll never ask you for a code.`,
    },
  ],
  reason: formatRequestedMailReason(brand),
  replyTo: null,
}))
