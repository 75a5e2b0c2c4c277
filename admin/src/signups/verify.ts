import * as v from 'valibot'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { parseRequiredReason, REQUIRED_REASON_OPTION } from '../options.ts'
import { signupRowSchema } from '../rows.ts'
import { SIGNUP_FIELDS } from '../shown-fields.ts'
import { awaitQueryResult } from '../site.ts'
import { sanitiseForTerminal } from '../view/text.ts'
import { findSignup } from './pages.ts'

export const verifyPaymentCommand = defineCommand({
  kind: 'writes',
  summary: 'mark the payment of a sign-up as verified, by hand; events from the payment provider override it',
  args: ['id'],
  options: {
    undo: { type: 'boolean', help: 'mark it as not verified, for example after a refund' },
    ...REQUIRED_REASON_OPTION,
  },
  assistant: { shows: SIGNUP_FIELDS },
  examples: [
    'signups verify 3f2a9c10 --reason "found in the list of payments"',
    'signups verify 3f2a9c10 --undo --reason "refunded by hand"',
  ],
  findAddressee: async ({ args }, tools) => (await findSignup(await tools.site(), args.id)).email,
  async run({ args, options }, tools) {
    parseRequiredReason(options.reason)
    const site = await tools.site()
    const found = await findSignup(site, args.id)
    if (!found.is_paid) throw new CommandFailure('refused', 'No payment with an amount was reported for this sign-up.')
    const [changed] = await awaitQueryResult(
      site,
      v.array(signupRowSchema),
      site.client.from('early_access_users').update({ payment_verified: !options.undo }).eq('id', found.id).select('*'),
    )
    const state = options.undo ? 'not verified' : 'verified'
    return {
      data: changed ?? null,
      text: sanitiseForTerminal(`The payment ${found.order_id ?? ''} of ${found.email} is ${state} now.`),
    }
  },
})
