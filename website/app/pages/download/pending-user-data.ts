import * as v from 'valibot'
import { PENDING_USER_DATA_KEY } from '../../constants.ts'

const pendingSchema = v.object({
  name: v.string(),
  email: v.string(),
  amount: v.pipe(v.number(), v.finite()),
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
