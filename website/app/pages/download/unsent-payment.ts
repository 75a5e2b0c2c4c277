import * as v from 'valibot'
import { UNSENT_PAYMENT_KEY } from '../../constants.ts'

const person = { name: v.string(), email: v.string(), order_id: v.string() }

const rowSchema = v.variant('is_paid', [
  v.object({ ...person, is_paid: v.literal(true), amount: v.number() }),
  v.object({ ...person, is_paid: v.literal(false) }),
])

/** A buyer's early-access record, in the form in which it is sent to the server. */
export type UnsentBuyerRow = v.InferOutput<typeof rowSchema>

/** Stores a buyer's record in local storage, so that it is not lost when the page is closed while the server is unreachable. */
export function storeUnsentPayment(row: UnsentBuyerRow): void {
  try {
    localStorage.setItem(UNSENT_PAYMENT_KEY, JSON.stringify(row))
  } catch {
    // The browser blocks storage, so sending the record is retried only while the page is open.
  }
}

/** Returns the buyer's record that was not sent yet, or null when there is none or it is invalid. */
export function readUnsentPayment(): UnsentBuyerRow | null {
  try {
    const text = localStorage.getItem(UNSENT_PAYMENT_KEY)
    return text === null ? null : v.parse(rowSchema, JSON.parse(text))
  } catch {
    clearUnsentPayment()
    return null
  }
}

/** Removes the buyer's record from local storage. */
export function clearUnsentPayment(): void {
  try {
    localStorage.removeItem(UNSENT_PAYMENT_KEY)
  } catch {
    // The browser blocks storage, so no record was stored.
  }
}
