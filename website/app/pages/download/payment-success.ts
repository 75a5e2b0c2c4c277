import { sanitiseEmail } from '@site/contract/email'
import { sanitiseName } from '@site/contract/name'
import type { Notification } from '@site/contract/notification'
import { asOrderId } from '@site/contract/order-id'
import { asOneLine } from '@site/contract/text'
import type { insertSignup, SignupResult, sendWelcome } from '../../backend/signup.ts'
import { type OrderDetails, paidOrder } from '../../dialogs/signup/order-details.ts'
import type { PendingUserData } from './pending-user-data.ts'
import type { BuyerRow } from './unsent-payment.ts'

/** Dependencies of the payment handling, which tests replace. */
export type PaymentDependencies = {
  readPending(): PendingUserData | null
  clearPending(): void
  keepUnsent(row: BuyerRow): void
  readUnsent(): BuyerRow | null
  clearUnsent(): void
  insertSignup: typeof insertSignup
  sendWelcome: typeof sendWelcome
}

/** Maximum wait for the server before the welcome is shown; storing the record continues in the background. */
const MAX_WAIT_MS = 5_000

/** Delays of the retries for a record that could not be stored, while the page is open. After that it is sent at the next visit. */
const RETRY_AFTER_MS = [1_000, 5_000, 20_000, 60_000, 300_000, 900_000]

/**
 * Handles the return from a payment: creates the order from the pending data, stores the early-access record, requests the welcome mail and
 * clears the pending data. Returns null without pending data (a reload, another browser). Throws when the pending data is invalid, and
 * clears it; when only the amount is invalid, it stores name and address first. A failed record or mail only logs a warning, because the
 * payment itself has succeeded.
 */
export async function receivePayment(
  sessionId: string,
  dependencies: PaymentDependencies,
): Promise<OrderDetails | null> {
  const pending = readOrClear(dependencies)
  if (!pending) return null
  // asOneLine first: PostgreSQL rejects lone surrogates and NUL, and a buyer must be stored in any case.
  const [name, email] = [sanitiseName(asOneLine(pending.name)), sanitiseEmail(asOneLine(pending.email))]
  const person = { ...pending, name, email }
  const storing = Promise.withResolvers<void>()
  void sendRecord(rowOf(person, sessionId), dependencies, storing.resolve).finally(storing.resolve)
  await Promise.race([storing.promise, pause(MAX_WAIT_MS)])
  dependencies.clearPending()
  if (pending.amount === null) throw new TypeError('The amount cannot be read.')
  return paidOrder({ name, email, amount: pending.amount }, sessionId)
}

/**
 * Returns the row of a buyer. The database rejects a payment with an amount that is not above 0 (a full coupon, or an invalid amount), so
 * such a buyer is stored as a free sign-up with the order id, by which an operator finds the payment.
 */
function rowOf({ name, email, amount }: PendingUserData, sessionId: string): BuyerRow {
  const order_id = asOrderId(sessionId)
  return amount ? { name, email, is_paid: true, amount, order_id } : { name, email, is_paid: false, order_id }
}

function noticeOf(row: BuyerRow): Notification {
  return row.is_paid ? { type: 'welcome_paid', userData: row } : { type: 'welcome_free', userData: row }
}

/** Reads the pending data. Clears invalid data, so that a reload does not fail again. */
function readOrClear({ readPending, clearPending }: PaymentDependencies): PendingUserData | null {
  try {
    return readPending()
  } catch (error) {
    clearPending()
    throw error
  }
}

/** Sends the record that an earlier visit could not send because the server was unreachable. */
export async function sendUnsentPayment(dependencies: PaymentDependencies): Promise<void> {
  const row = dependencies.readUnsent()
  if (row !== null) await sendRecord(row, dependencies, () => {})
}

/**
 * Sends the record to the server, then requests the mail. The record stays in local storage until the server has accepted or permanently
 * rejected it. Calls `goOn` as soon as the visitor does not need to wait any longer.
 */
async function sendRecord(row: BuyerRow, dependencies: PaymentDependencies, goOn: () => void) {
  dependencies.keepUnsent(row)
  let result = await dependencies.insertSignup(row)
  if (result.kind !== 'saved') console.warn(`[payment] The early-access record was not saved: ${result.reason}`)
  for (const wait of RETRY_AFTER_MS) {
    if (!canRetrySucceed(result, row)) break
    goOn()
    await pause(wait)
    // Safe to retry when only the response was lost: the database stores one record per order id.
    result = await dependencies.insertSignup(row)
  }
  if (!canRetrySucceed(result, row)) dependencies.clearUnsent()
  const mailed = await dependencies.sendWelcome(noticeOf(row))
  if (!mailed) console.warn('[payment] The welcome email could not be sent.')
}

/**
 * Returns whether a retry can succeed. `taken`: a sign-up for the same address was being inserted concurrently; a retry updates its row with
 * the payment, if there is an amount. `limited`: the rate limit of the network was reached; the last retry is after its window of 15
 * minutes.
 */
function canRetrySucceed({ kind }: SignupResult, { is_paid }: BuyerRow): boolean {
  return kind === 'unanswered' || kind === 'failed' || (kind === 'taken' && is_paid) || kind === 'limited'
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
