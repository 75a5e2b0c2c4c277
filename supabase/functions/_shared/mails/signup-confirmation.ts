import { formatDateTime } from '@site/contract/date-time'
import * as v from 'valibot'
import { formatGreeting } from './greeting.ts'
import { defineMailKind, type MailBrand } from './mail-content.ts'

const data = v.object({
  name: v.string(),
  confirm_by: v.pipe(v.string(), v.isoTimestamp()),
  has_order: v.optional(v.boolean(), false),
  token: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
})

const KEPT_UNTIL_THEN = 'After that, we delete your sign-up, and you can sign up again at any time.'
const KEPT_FOR_ORDER =
  'We keep your sign-up and its order until you confirm it, or until the payment provider tells us of the payment.'

/**
 * Mail to the address of an unconfirmed sign-up (double opt-in). The secret of the link is in the fragment of the URL, which browsers
 * send neither to the server nor in the header `Referer`. Opening the link changes nothing: mail scanners open links.
 */
export const signupConfirmationMail = defineMailKind(data, ({ name, confirm_by, token, has_order }, brand) => ({
  subject: `Confirm your sign-up for ${brand.product.name}`,
  heading: formatGreeting(name),
  blocks: [
    {
      kind: 'paragraph',
      text: `Someone, most likely you, signed up for early access to ${brand.product.name} with this address. If it was you, confirm it here:`,
    },
    { kind: 'button', label: 'Confirm my sign-up', path: `/confirm#${token}` },
    {
      kind: 'note',
      text: `Please confirm by ${formatDateTime(confirm_by, 'UTC')}. ${has_order ? KEPT_FOR_ORDER : KEPT_UNTIL_THEN}`,
    },
  ],
  signedBy: 'founders',
  hasBanner: true,
  reason: formatConfirmationReason(brand),
  replyTo: null,
}))

function formatConfirmationReason({ product }: MailBrand): string {
  return (
    `You’re getting this email because this address was entered in the sign-up form at ${product.domain}. ` +
    'If it wasn’t you, do nothing: we delete what isn’t confirmed. ' +
    `If you’d like to be removed at once, write to ${product.mailboxes.privacy}.`
  )
}
