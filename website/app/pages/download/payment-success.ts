import { sanitiseEmail } from '@site/contract/email'
import { sanitiseName } from '@site/contract/name'
import type { insertSignup, sendWelcome } from '../../backend/signup.ts'
import { type OrderDetails, paidOrder } from '../../dialogs/signup/order-details.ts'
import type { PendingUserData } from './pending-user-data.ts'

/** What keeping a payment needs of the world, so that a test can hand it another. */
export type PaymentWorld = {
  readPending(): PendingUserData | null
  clearPending(): void
  insertSignup: typeof insertSignup
  sendWelcome: typeof sendWelcome
}

/** Longest wait for the server before the visitor is welcomed; the record goes on being kept. */
const PATIENCE_MS = 5_000

/**
 * After a payment: makes the order of what was left before it, keeps the early-access record, asks for the welcome mail
 * and clears what was left. Null when nothing was left (a reload, another browser). Throws when what was left cannot be
 * read; a record or a mail that fails is only a warning in the console, for the payment itself is done.
 */
export async function receivePayment(sessionId: string, world: PaymentWorld): Promise<OrderDetails | null> {
  const pending = world.readPending()
  if (!pending) return null
  const person = { ...pending, name: sanitiseName(pending.name), email: sanitiseEmail(pending.email) }
  await Promise.race([keepRecord(person, sessionId, world), pause(PATIENCE_MS)])
  world.clearPending()
  return paidOrder(person, sessionId)
}

async function keepRecord({ name, email, amount }: PendingUserData, sessionId: string, world: PaymentWorld) {
  const row = { name, email, is_paid: true, amount, order_id: sessionId }
  const result = await world.insertSignup(row)
  if (result.kind !== 'saved') console.warn(`[payment] The early-access record was not saved: ${result.reason}`)
  const mailed = await world.sendWelcome({ type: 'welcome_paid', userData: row })
  if (!mailed) console.warn('[payment] The welcome email could not be sent.')
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
