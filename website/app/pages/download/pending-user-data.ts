import * as v from 'valibot'
import { PENDING_USER_DATA_KEY } from '../../constants.ts'

/** Ten digits with cents, as the database's column has them. */
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
  /** Null when it is not an amount. The buyer is still stored: name and address are known. */
  amount: v.nullish(v.fallback(v.nullable(amountSchema), null), null),
})

/** What the paid flow knows of the buyer before the payment. */
export type PendingUserData = v.InferOutput<typeof pendingSchema>

/** Reads what was left before the payment; null when there is nothing. Throws when it cannot be read or made sense of. */
export function readPendingUserData(): PendingUserData | null {
  const text = sessionStorage.getItem(PENDING_USER_DATA_KEY)
  if (text === null) return null
  const data: unknown = JSON.parse(text)
  return v.parse(pendingSchema, data)
}

/** Forgets it, so that a reload makes no second record. */
export function clearPendingUserData(): void {
  sessionStorage.removeItem(PENDING_USER_DATA_KEY)
}
