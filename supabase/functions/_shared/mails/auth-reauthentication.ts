import { askedForReason, codeData, lengthOf } from './auth-code.ts'
import { mailKind } from './letter.ts'

/** To somebody signed in who is about to change their password: is it still them? */
export const authReauthentication = mailKind(codeData, ({ code, minutes }, brand) => ({
  subject: `Your ${brand.product.name} code`,
  heading: 'Confirm that it is you',
  blocks: [
    { kind: 'paragraph', text: 'To go on with the change you have begun, enter this code:' },
    { kind: 'code', code },
    {
      kind: 'paragraph',
      text: `It works once, for ${lengthOf(minutes)}. Nobody from us will ever ask you for a code.`,
    },
  ],
  reason: askedForReason(brand),
  replyTo: null,
}))
