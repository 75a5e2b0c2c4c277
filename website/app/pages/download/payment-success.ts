import { sanitiseEmail } from '@site/contract/email'
import { SANITISED_NAME_MAX_CHARACTERS } from '@site/contract/limits'
import { sanitiseName } from '@site/contract/name'
import type { WelcomeMailRequest } from '@site/contract/notification'
import { parseOrderId } from '@site/contract/order-id'
import { normaliseToOneLine } from '@site/contract/text'
import type { insertSignup, requestWelcomeMail, SignupInsertResult } from '../../backend/signup.ts'
import { createPaidOrder, type OrderDetails } from '../../dialogs/signup/order-details.ts'
import type { PendingUserData, UnsentBuyerRow } from './payment-records.ts'

/** Dependencies for handling the return from a payment, which tests replace by fakes. */
export type PaymentDependencies = {
  readPending(): PendingUserData | null
  clearPending(): void
  keepUnsent(row: UnsentBuyerRow): void
  readUnsent(): UnsentBuyerRow | null
  clearUnsent(): void
  insertSignup: typeof insertSignup
  sendWelcome: typeof requestWelcomeMail
}

/** Maximum time to wait for the server before the welcome is shown. Storing the payment record then continues in the background. */
const MAX_WAIT_MS = 5_000

/**
 * Delays of the retries for a payment record that could not be stored, while the page is open. When the last retry has failed, the next
 * visit sends the record.
 */
const RETRY_AFTER_MS = [1_000, 5_000, 20_000, 60_000, 300_000, 900_000]

/**
 * Handles the return from a payment: creates the order from the buyer data that the payment flow left in session storage, inserts the
 * early-access record, requests the welcome mail and removes the buyer data. Returns null when there is no buyer data (after a reload, in
 * another browser). Throws when the data is invalid, and removes it; when only the amount is invalid, name and address are stored first.
 * When the insert or the mail fails, only logs a warning, because the payment itself has succeeded.
 */
export async function handlePaymentReturn(
  sessionId: string,
  dependencies: PaymentDependencies,
): Promise<OrderDetails | null> {
  const pending = readOrClear(dependencies)
  if (!pending) return null
  const [name, email] = [tidy(pending.name, sanitiseBuyerName), tidy(pending.email, sanitiseEmail)]
  const row = rowOf({ ...pending, name, email }, sessionId)
  await new Promise<void>((goOn) => {
    sendRecord(row, dependencies, goOn).then(goOn, goOn)
    setTimeout(goOn, MAX_WAIT_MS)
  })
  dependencies.clearPending()
  if (pending.amount === null) throw new TypeError('The amount cannot be read.')
  return createPaidOrder({ name, email, amount: pending.amount }, sessionId)
}

/**
 * Returns a text of the buyer in the form in which it is stored. Normalising removes lone surrogates and NUL, with which PostgreSQL would
 * reject the row. Where a browser lacks a function that this needs, the database alone sanitises the text: a person who has paid must be
 * stored in any case.
 */
function tidy(text: string, sanitise: (text: string) => string): string {
  try {
    return sanitise(text)
  } catch {
    return text
  }
}

function sanitiseBuyerName(name: string): string {
  return sanitiseName(normaliseToOneLine(name, SANITISED_NAME_MAX_CHARACTERS))
}

/**
 * Returns the row of `early_access_users` for a buyer. The database rejects `is_paid` without a positive amount. The amount is 0 after a
 * coupon for the full price, and null when the stored one is invalid. The row is then a free sign-up with the order id, by which an operator
 * can find the payment.
 */
function rowOf({ name, email, amount }: PendingUserData, sessionId: string): UnsentBuyerRow {
  const order_id = parseOrderId(sessionId)
  return amount ? { name, email, is_paid: true, amount, order_id } : { name, email, is_paid: false, order_id }
}

function noticeOf(row: UnsentBuyerRow): WelcomeMailRequest {
  return row.is_paid ? { type: 'welcome_paid', userData: row } : { type: 'welcome_free', userData: row }
}

/** Reads the pending buyer data. Clears it and throws when it is invalid, so that a reload does not fail again. */
function readOrClear({ readPending, clearPending }: PaymentDependencies): PendingUserData | null {
  try {
    return readPending()
  } catch (error) {
    clearPending()
    throw error
  }
}

/** Sends the payment record that an earlier visit could not send because the server was unreachable. */
export async function sendUnsentPayment(dependencies: PaymentDependencies): Promise<void> {
  const row = dependencies.readUnsent()
  if (row !== null) await sendRecord(row, dependencies, () => {})
}

/**
 * Sends a payment record to the server, then requests the welcome mail. The record stays in local storage until the server has accepted or
 * permanently rejected it. Calls `goOn` at the first retry, because the page then shows the order without waiting for the retries.
 */
async function sendRecord(row: UnsentBuyerRow, dependencies: PaymentDependencies, goOn: () => void) {
  dependencies.keepUnsent(row)
  let result = await dependencies.insertSignup(row)
  if (result.kind !== 'saved') console.warn(`[payment] The early-access record was not saved: ${result.reason}`)
  for (const wait of RETRY_AFTER_MS) {
    if (!canRetrySucceed(result, row)) break
    goOn()
    await pause(wait)
    // Retrying is safe even when the record was stored and only the response was lost, because the database stores one record per order id.
    result = await dependencies.insertSignup(row)
  }
  if (!canRetrySucceed(result, row)) dependencies.clearUnsent()
  const mailed = await dependencies.sendWelcome(noticeOf(row))
  if (!mailed) console.warn('[payment] The welcome email could not be sent.')
}

/**
 * Returns whether another attempt to store a payment record can succeed. `taken` means that a sign-up for the same address was inserted
 * concurrently; a retry adds the payment to that row, if there is an amount. `limited` means that the rate limit of the client's network
 * was reached; the last retry comes after the limit's window of 15 minutes.
 */
function canRetrySucceed({ kind }: SignupInsertResult, { is_paid }: UnsentBuyerRow): boolean {
  return kind === 'unanswered' || kind === 'failed' || (kind === 'taken' && is_paid) || kind === 'limited'
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
