import type { Signup } from '../rows.ts'
import { formatTable } from '../view/table.ts'
import { formatLocalDateTime, pluralise } from '../view/text.ts'

/** Formats sign-ups as a table, followed by their number. Adds the column "Look at" when at least one sign-up is flagged. */
export function formatSignupTable(signups: readonly Signup[]): string {
  if (signups.length === 0) return 'Nobody.'
  const hasFlags = signups.some(({ flag_reason }) => flag_reason !== null)
  const rows = signups.map((signup) => [
    formatLocalDateTime(signup.created_at),
    accessOf(signup),
    signup.email,
    signup.name,
    flagOf(signup), // The reason for the flag. formatTable ignores this cell when the table has no column "Look at".
  ])
  const columns = [
    ...[{ title: 'When' }, { title: 'Access' }, { title: 'Address', most: 60 }, { title: 'Name', most: 60 }],
    ...(hasFlags ? [{ title: 'Look at', most: 120 }] : []),
  ]
  return `${formatTable(columns, rows)}\n${pluralise(signups.length, 'sign-up')}`
}

function accessOf({ is_paid, payment_verified, amount, currency }: Signup): string {
  return is_paid ? `${payment_verified ? 'paid' : 'says paid'} ${amount ?? ''}${ofCurrency(currency)}` : 'free'
}

/** Returns the currency of an amount, preceded by a space; empty for an amount that only a browser reported. */
function ofCurrency(currency: string | null | undefined): string {
  return currency ? ` ${currency}` : ''
}

/** Returns the reason why a sign-up is flagged, followed by the amounts and order ids of the other payments that were reported for it. */
function flagOf({ flag_reason, further_claims }: Signup): string {
  const orders = further_claims.map(
    ({ order_id, amount, currency, verified }) =>
      `${verified === true ? 'paid ' : ''}${amount}${ofCurrency(currency)} ${order_id}`,
  )
  return [flag_reason ?? '', ...orders].filter((text) => text !== '').join('; ')
}
