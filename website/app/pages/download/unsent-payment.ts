import * as v from 'valibot'
import { UNSENT_PAYMENT_KEY } from '../../constants.ts'

const person = { name: v.string(), email: v.string(), order_id: v.string() }

const rowSchema = v.variant('is_paid', [
  v.object({ ...person, is_paid: v.literal(true), amount: v.number() }),
  v.object({ ...person, is_paid: v.literal(false) }),
])

/** A buyer's early-access record, as it is sent to the server. */
export type BuyerRow = v.InferOutput<typeof rowSchema>

/** Stores a record in local storage until the server has accepted it, because the page may be closed while the server is unreachable. */
export function keepUnsentPayment(row: BuyerRow): void {
  try {
    localStorage.setItem(UNSENT_PAYMENT_KEY, JSON.stringify(row))
  } catch {
    // Storage is blocked: the record is retried only while the page is open.
  }
}

/** Returns the record that was not sent yet, or null when there is none or it is invalid. */
export function readUnsentPayment(): BuyerRow | null {
  try {
    const text = localStorage.getItem(UNSENT_PAYMENT_KEY)
    return text === null ? null : v.parse(rowSchema, JSON.parse(text))
  } catch {
    clearUnsentPayment()
    return null
  }
}

/** Removes the record. */
export function clearUnsentPayment(): void {
  try {
    localStorage.removeItem(UNSENT_PAYMENT_KEY)
  } catch {
    // Storage is blocked, so there is nothing to remove.
  }
}
