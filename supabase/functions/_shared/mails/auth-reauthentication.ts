import { codeDataSchema, formatDuration, formatRequestedMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** Mail with a code to a signed-in user who changes their password, to verify that the account's owner is using the device. */
export const reauthenticationMail = defineMailKind(codeDataSchema, ({ code, minutes }, brand) => ({
  subject: `Your ${brand.product.name} code`,
  heading: 'Confirm that it is you',
  blocks: [
    { kind: 'paragraph', text: 'To go on with the change you have begun, enter this code:' },
    { kind: 'code', code },
    {
      kind: 'paragraph',
      text: `It works once, for ${formatDuration(minutes)}. Nobody from us will ever ask you for a code.`,
    },
  ],
  reason: formatRequestedMailReason(brand),
  replyTo: null,
}))
