import * as v from 'valibot'
import { createFirstStepsBlocks } from './first-steps.ts'
import { formatGreeting } from './greeting.ts'
import { defineMailKind } from './mail-content.ts'
import { formatWelcomeMailReason } from './signup-reason.ts'

const data = v.object({ name: v.string() })

/**
 * Mail to a person who returned from the payment page. Contains neither amount nor order id: until the payment provider confirms them they
 * are unverified claims, which anyone could have submitted with another person's address.
 */
export const paidWelcomeMail = defineMailKind(data, ({ name }, brand) => ({
  subject: `Welcome to ${brand.product.name} Early Access`,
  heading: `Welcome to ${brand.product.name} Early Access`,
  blocks: [
    { kind: 'paragraph', text: formatGreeting(name) },
    {
      kind: 'paragraph',
      text: `Thank you for joining. ${brand.product.name} is ready to download. Our card payment provider will send you the receipt.`,
    },
    { kind: 'details', rows: [['Status', 'Early Access']] },
    ...createFirstStepsBlocks(brand),
  ],
  reason: formatWelcomeMailReason(brand),
  replyTo: null,
}))
