import type { Signup } from '../rows.ts'

/** Why a payment that the provider had proved counts no longer: a full refund, or a dispute in which the money was withdrawn. */
type Reversal = Signup['payment_reversal'] | undefined

/** Says whether a payment is verified, was reversed, or was only reported by a browser. */
export function describePayment(isVerified: boolean | undefined, reversal: Reversal): string {
  if (isVerified === true) return 'paid'
  if (reversal === 'refunded') return 'refunded'
  return reversal === 'withdrawn' ? 'disputed' : 'says paid'
}
