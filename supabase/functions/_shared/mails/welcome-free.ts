import * as v from 'valibot'
import { firstSteps } from './first-steps.ts'
import { greeting } from './greeting.ts'
import { mailKind } from './letter.ts'
import { signupReason } from './signup-reason.ts'

const data = v.object({ name: v.string() })

/** To somebody who signed up for the free beta. */
export const welcomeFree = mailKind(data, ({ name }, brand) => ({
  subject: `Welcome to ${brand.product.name}`,
  heading: `Welcome to ${brand.product.name}`,
  blocks: [
    { kind: 'paragraph', text: greeting(name) },
    {
      kind: 'paragraph',
      text: `Your registration is complete. ${brand.product.name} is ready for you to download, and the beta is free.`,
    },
    { kind: 'details', rows: [['Status', 'Free Access']] },
    ...firstSteps(brand),
  ],
  reason: signupReason(brand),
  replyTo: null,
}))
