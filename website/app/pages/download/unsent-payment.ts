import * as v from 'valibot'
import { UNSENT_PAYMENT_KEY } from '../../constants.ts'

const person = { name: v.string(), email: v.string(), order_id: v.string() }

const rowSchema = v.variant('is_paid', [
  v.object({ ...person, is_paid: v.literal(true), amount: v.number() }),
  v.object({ ...person, is_paid: v.literal(false) }),
])

/** A buyer's early-access record as the server gets it. */
export type BuyerRow = v.InferOutput<typeof rowSchema>

/** Keeps a record in this browser until the server has it: the page may be closed while the server is away. */
export function keepUnsentPayment(row: BuyerRow): void {
  try {
    localStorage.setItem(UNSENT_PAYMENT_KEY, JSON.stringify(row))
  } catch {
    // A browser that stores nothing has the record for as long as the page is open.
  }
}

/** Reads the record that the server does not have yet; null when there is none, or none that makes sense. */
export function readUnsentPayment(): BuyerRow | null {
  try {
    const text = localStorage.getItem(UNSENT_PAYMENT_KEY)
    return text === null ? null : v.parse(rowSchema, JSON.parse(text))
  } catch {
    clearUnsentPayment()
    return null
  }
}

/** Forgets the record. */
export function clearUnsentPayment(): void {
  try {
    localStorage.removeItem(UNSENT_PAYMENT_KEY)
  } catch {
    // Nothing was stored there either.
  }
}
