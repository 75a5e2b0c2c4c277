import { formatCalendarDay } from '@site/ui/calendar-text.ts'
import * as v from 'valibot'
import { FREE_ORDER_ID_FORMAT } from '../../constants.ts'

const orderSchema = v.object({
  name: v.string(),
  email: v.string(),
  amount: v.number(),
  orderId: v.string(),
  date: v.string(),
  /** Whether the sign-up is complete only after the visitor has pressed the link in a mail. */
  mustConfirm: v.optional(v.boolean()),
})

const stateSchema = v.object({ orderDetails: orderSchema })

/** Order details that the download page shows in its welcome mode. They are passed in the navigation state under the key `orderDetails`. */
export type OrderDetails = v.InferOutput<typeof orderSchema>

/** Creates the order details of a free sign-up: amount 0, and an order id from the last six digits of the timestamp. */
export function createFreeOrder(
  { name, email }: { name: string; email: string },
  mustConfirm: boolean,
  now = new Date(),
): OrderDetails {
  const orderId = FREE_ORDER_ID_FORMAT.prefix + String(now.getTime()).slice(-FREE_ORDER_ID_FORMAT.digits)
  const order = { name, email, amount: 0, orderId, date: formatCalendarDay(now, 'of the visitor') }
  return mustConfirm ? { ...order, mustConfirm } : order
}

/** Creates the order details of a payment. The order id is the payment provider's session id. */
export function createPaidOrder(
  pending: { name: string; email: string; amount: number },
  sessionId: string,
  now = new Date(),
): OrderDetails {
  const { name, email, amount } = pending
  return { name, email, amount, orderId: sessionId, date: formatCalendarDay(now, 'of the visitor') }
}

/** Returns the order details in a navigation state, or null. Validates the state, because old history entries may contain anything. */
export function parseOrderFromHistoryState(state: unknown): OrderDetails | null {
  const result = v.safeParse(stateSchema, state)
  return result.success ? result.output.orderDetails : null
}
