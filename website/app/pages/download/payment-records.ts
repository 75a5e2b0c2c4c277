import * as v from 'valibot'
import { PENDING_USER_DATA_KEY, UNSENT_PAYMENT_KEY } from '../../constants.ts'

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

/** Maximum payment amount: the largest value of the database column, which has type numeric(10, 2). */
const AMOUNT_MAX = 99_999_999.99

const amountSchema = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.regex(/^\d+(\.\d+)?$/), v.transform(Number))]),
  v.minValue(0),
  v.maxValue(AMOUNT_MAX),
  v.transform((amount) => Math.round(amount * 100) / 100),
)

const textSchema = v.fallback(v.string(), '')

const pendingSchema = v.pipe(
  v.object({
    /** Name and e-mail address are empty when they are missing: the database stores and flags such a payment too. */
    name: textSchema,
    email: textSchema,
    /** The payment amount, or null when it is invalid. A buyer with an invalid amount is still stored, with name and e-mail address. */
    amount: v.nullish(v.fallback(v.nullable(amountSchema), null), null),
  }),
  v.check(({ name, email, amount }) => name !== '' || email !== '' || amount !== null),
)

/** The buyer's data that the payment flow stores in session storage before it redirects to the payment provider. */
export type PendingUserData = v.InferOutput<typeof pendingSchema>

/** Reads the pending buyer data from session storage, or returns null. Throws when it is invalid or the browser blocks storage. */
export function readPendingUserData(): PendingUserData | null {
  const text = sessionStorage.getItem(PENDING_USER_DATA_KEY)
  if (text === null) return null
  const data: unknown = JSON.parse(text)
  return v.parse(pendingSchema, data)
}

/** Removes the pending buyer data from session storage, so that a reload does not store a second record. */
export function clearPendingUserData(): void {
  sessionStorage.removeItem(PENDING_USER_DATA_KEY)
}
