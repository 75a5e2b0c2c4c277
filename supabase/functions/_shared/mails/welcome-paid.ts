import * as v from 'valibot'
import { firstSteps } from './first-steps.ts'
import { greeting } from './greeting.ts'
import { mailKind } from './letter.ts'
import { signupReason } from './signup-reason.ts'

const data = v.object({ name: v.string() })

/**
 * To somebody who came back from the payment page. Says nothing of an amount or an order: until the provider confirms
 * them they are a claim that anybody could have typed beside anybody's address.
 */
export const welcomePaid = mailKind(data, ({ name }, brand) => ({
  subject: `Welcome to ${brand.product.name} Early Access`,
  heading: `Welcome to ${brand.product.name} Early Access`,
  blocks: [
    { kind: 'paragraph', text: greeting(name) },
    {
      kind: 'paragraph',
      text: `Thank you for joining. ${brand.product.name} is ready for you to download. The receipt for your payment comes from our card payment provider.`,
    },
    { kind: 'details', rows: [['Status', 'Early Access']] },
    ...firstSteps(brand),
  ],
  reason: signupReason(brand),
  replyTo: null,
}))
