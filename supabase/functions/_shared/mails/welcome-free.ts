import * as v from 'valibot'
import { createFirstStepsBlocks } from './first-steps.ts'
import { formatGreeting } from './greeting.ts'
import { defineMailKind } from './mail-content.ts'
import { formatWelcomeMailReason } from './signup-reason.ts'

const data = v.object({ name: v.string() })

/** Mail to a person who signed up for the free beta. */
export const freeWelcomeMail = defineMailKind(data, ({ name }, brand) => ({
  subject: `Welcome to ${brand.product.name}`,
  heading: `Welcome to ${brand.product.name}`,
  blocks: [
    { kind: 'paragraph', text: formatGreeting(name) },
    {
      kind: 'paragraph',
      text: `Your registration is complete. ${brand.product.name} is ready to download, and the beta is free.`,
    },
    { kind: 'details', rows: [['Status', 'Free Access']] },
    ...createFirstStepsBlocks(brand),
  ],
  reason: formatWelcomeMailReason(brand),
  replyTo: null,
}))
