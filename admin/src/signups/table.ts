import { shortenId } from '../options.ts'
import type { Signup } from '../rows.ts'
import { formatTable, type TableColumn } from '../view/table.ts'
import { formatAmount, formatLocalDateTime, pluralise } from '../view/text.ts'
import { describePayment } from './payment-state.ts'

/** Formats sign-ups as a table, followed by their number. Adds the columns "Wave" and "Look at" when at least one sign-up needs them. */
export function formatSignupTable(signups: readonly Signup[]): string {
  if (signups.length === 0) return 'Nobody.'
  const columns = COLUMNS.filter(({ isShownFor }) => isShownFor === undefined || signups.some(isShownFor))
  return `${formatTable(columns, signups)}\n${pluralise(signups.length, 'sign-up')}`
}

type SignupColumn = TableColumn<Signup> & { isShownFor?: (signup: Signup) => boolean }

const COLUMNS: readonly SignupColumn[] = [
  { title: 'Id', cell: ({ id }) => shortenId(id) },
  { title: 'When', cell: ({ created_at }) => formatLocalDateTime(created_at) },
  { title: 'Access', cell: accessOf },
  { title: 'Address', most: 60, cell: ({ email }) => email },
  { title: 'Name', most: 60, cell: ({ name }) => name },
  { title: 'Wave', isShownFor: ({ wave }) => wave !== null, cell: ({ wave }) => wave ?? '' },
  { title: 'Look at', most: 120, isShownFor: ({ flag_reason }) => flag_reason !== null, cell: flagOf },
]

/**
 * Returns whether a sign-up is paid, says so (an order id was reported, with or without an amount), was refunded, or is free, and whether it
 * waits.
 */
function accessOf({ order_id, payment_verified, payment_reversal, amount, currency, confirm_by }: Signup): string {
  const state = describePayment(payment_verified, payment_reversal)
  const paid = amount === null ? state : `${state} ${formatAmount(amount, currency)}`
  return (
    [order_id === null ? '' : paid, confirm_by ? 'unconfirmed' : ''].filter((text) => text !== '').join(', ') || 'free'
  )
}

/** Returns the reason why a sign-up is flagged, followed by the amounts and order ids of the other payments that were reported for it. */
function flagOf({ flag_reason, further_claims }: Signup): string {
  const orders = further_claims.map(
    ({ order_id, amount, currency, verified, reversal }) =>
      `${verified === true || reversal !== undefined ? `${describePayment(verified, reversal)} ` : ''}${formatAmount(amount, currency)} ${order_id}`,
  )
  return [flag_reason ?? '', ...orders].filter((text) => text !== '').join('; ')
}
