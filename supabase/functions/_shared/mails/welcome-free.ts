import * as v from 'valibot'
import { firstSteps } from './first-steps.ts'
import { greetingText } from './greeting.ts'
import { defineMailKind } from './mail-content.ts'
import { signupMailReason } from './signup-reason.ts'

const data = v.object({ name: v.string() })

/** Mail to a person who signed up for the free beta. */
export const welcomeFree = defineMailKind(data, ({ name }, brand) => ({
  subject: `Welcome to ${brand.product.name}`,
  heading: `Welcome to ${brand.product.name}`,
  blocks: [
    { kind: 'paragraph', text: greetingText(name) },
    {
      kind: 'paragraph',
      text: `Your registration is complete. ${brand.product.name} is ready for you to download, and the beta is free.`,
    },
    { kind: 'details', rows: [['Status', 'Free Access']] },
    ...firstSteps(brand),
  ],
  reason: signupMailReason(brand),
  replyTo: null,
}))
