import * as v from 'valibot'
import { FREE_ORDER } from '../../constants.ts'

/** What the download page's welcome shows; travels in the navigation state under the key `orderDetails`. */
export type OrderDetails = { name: string; email: string; amount: number; orderId: string; date: string }

const stateSchema = v.object({
  orderDetails: v.object({
    name: v.string(),
    email: v.string(),
    amount: v.number(),
    orderId: v.string(),
    date: v.string(),
  }),
})

/** A free sign-up's order: nothing to pay, and a number made of the last six digits of the time. */
export function freeOrder(person: { name: string; email: string }, now = new Date()): OrderDetails {
  const orderId = FREE_ORDER.prefix + String(now.getTime()).slice(-FREE_ORDER.digits)
  return { name: person.name, email: person.email, amount: 0, orderId, date: now.toLocaleDateString() }
}

/** A paid order: the payment's session id is the order's number. */
export function paidOrder(
  pending: { name: string; email: string; amount: number },
  sessionId: string,
  now = new Date(),
): OrderDetails {
  const { name, email, amount } = pending
  return { name, email, amount, orderId: sessionId, date: now.toLocaleDateString() }
}

/** The order in a navigation state, or null. Old entries of the browser's history may hold anything. */
export function orderInState(state: unknown): OrderDetails | null {
  const result = v.safeParse(stateSchema, state)
  return result.success ? result.output.orderDetails : null
}
