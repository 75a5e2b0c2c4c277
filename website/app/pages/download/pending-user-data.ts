import * as v from 'valibot'
import { PENDING_USER_DATA_KEY } from '../../constants.ts'

/** Maximum of the database column numeric(10, 2). */
const AMOUNT_MAX = 99_999_999.99

const amountSchema = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.regex(/^\d+(\.\d+)?$/), v.transform(Number))]),
  v.minValue(0),
  v.maxValue(AMOUNT_MAX),
  v.transform((amount) => Math.round(amount * 100) / 100),
)

const pendingSchema = v.object({
  name: v.string(),
  email: v.string(),
  /** Null for an invalid amount; the buyer is still stored, with name and address. */
  amount: v.nullish(v.fallback(v.nullable(amountSchema), null), null),
})

/** The buyer's data that the payment flow stores before the payment. */
export type PendingUserData = v.InferOutput<typeof pendingSchema>

/** Reads the pending data from session storage. Returns null when there is none. Throws when it is invalid or storage is blocked. */
export function readPendingUserData(): PendingUserData | null {
  const text = sessionStorage.getItem(PENDING_USER_DATA_KEY)
  if (text === null) return null
  const data: unknown = JSON.parse(text)
  return v.parse(pendingSchema, data)
}

/** Removes the pending data, so that a reload stores no second record. */
export function clearPendingUserData(): void {
  sessionStorage.removeItem(PENDING_USER_DATA_KEY)
}
