import { sanitiseEmail } from '@site/contract/email'
import { sanitiseName } from '@site/contract/name'
import type { Notification } from '@site/contract/notification'
import { asOrderId } from '@site/contract/order-id'
import { asOneLine } from '@site/contract/text'
import type { insertSignup, SignupResult, sendWelcome } from '../../backend/signup.ts'
import { type OrderDetails, paidOrder } from '../../dialogs/signup/order-details.ts'
import type { PendingUserData } from './pending-user-data.ts'
import type { BuyerRow } from './unsent-payment.ts'

/** What keeping a payment needs of the world, so that a test can hand it another. */
export type PaymentWorld = {
  readPending(): PendingUserData | null
  clearPending(): void
  keepUnsent(row: BuyerRow): void
  readUnsent(): BuyerRow | null
  clearUnsent(): void
  insertSignup: typeof insertSignup
  sendWelcome: typeof sendWelcome
}

/** Longest wait for the server before the visitor is welcomed; the record goes on being kept. */
const PATIENCE_MS = 5_000

/** A record that could not be kept is sent again after these pauses, while the page is open; then at the next visit of the page. */
const RETRY_AFTER_MS = [1_000, 5_000, 20_000, 60_000, 300_000, 900_000]

/**
 * After a payment: makes the order of what was left before it, keeps the early-access record, asks for the welcome mail
 * and clears what was left. Null when nothing was left (a reload, another browser). Throws when what was left cannot be
 * read, and clears that as well; when only the amount cannot be read, name and address are stored first. A record or a mail that fails is only a warning in the console, for the payment itself is done.
 */
export async function receivePayment(sessionId: string, world: PaymentWorld): Promise<OrderDetails | null> {
  const pending = readOrClear(world)
  if (!pending) return null
  // One line first: the server's database takes no half letters and no NUL, and nothing may keep a buyer from being stored.
  const [name, email] = [sanitiseName(asOneLine(pending.name)), sanitiseEmail(asOneLine(pending.email))]
  const person = { ...pending, name, email }
  const keeping = Promise.withResolvers<void>()
  void sendRecord(rowOf(person, sessionId), world, keeping.resolve).finally(keeping.resolve)
  await Promise.race([keeping.promise, pause(PATIENCE_MS)])
  world.clearPending()
  if (pending.amount === null) throw new TypeError('The amount cannot be read.')
  return paidOrder({ name, email, amount: pending.amount }, sessionId)
}

/**
 * The row of a buyer. The server refuses a payment whose amount is not above 0 (a coupon for all of it, or one that cannot be read), so
 * that is stored as a sign-up with the order id: an operator finds the payment by it.
 */
function rowOf({ name, email, amount }: PendingUserData, sessionId: string): BuyerRow {
  const order_id = asOrderId(sessionId)
  return amount ? { name, email, is_paid: true, amount, order_id } : { name, email, is_paid: false, order_id }
}

function noticeOf(row: BuyerRow): Notification {
  return row.is_paid ? { type: 'welcome_paid', userData: row } : { type: 'welcome_free', userData: row }
}

/** Broken data is cleared, or each reload would find it again. */
function readOrClear({ readPending, clearPending }: PaymentWorld): PendingUserData | null {
  try {
    return readPending()
  } catch (error) {
    clearPending()
    throw error
  }
}

/** Sends the record that an earlier visit could not send, for a buyer who closed the page while the server was away. */
export async function sendUnsentPayment(world: PaymentWorld): Promise<void> {
  const row = world.readUnsent()
  if (row !== null) await sendRecord(row, world, () => {})
}

/**
 * Stores the record at the server, then asks for the mail. Until the server has answered for good, the record stays in the browser.
 * `goOn` is called as soon as the visitor need not wait any longer.
 */
async function sendRecord(row: BuyerRow, world: PaymentWorld, goOn: () => void) {
  world.keepUnsent(row)
  let result = await world.insertSignup(row)
  if (result.kind !== 'saved') console.warn(`[payment] The early-access record was not saved: ${result.reason}`)
  for (const wait of RETRY_AFTER_MS) {
    if (!mayYetBeKept(result, row)) break
    goOn()
    await pause(wait)
    // The same order twice is one record: the server may have kept it and only the answer was lost.
    result = await world.insertSignup(row)
  }
  if (!mayYetBeKept(result, row)) world.clearUnsent()
  const mailed = await world.sendWelcome(noticeOf(row))
  if (!mailed) console.warn('[payment] The welcome email could not be sent.')
}

/**
 * `taken`: a sign-up for the same address was just being stored; the next try finds it and notes the payment there. Without an amount
 * there is no payment to note.
 * `limited`: others of the same network used up its share of 15 minutes, which the last try waits out.
 */
function mayYetBeKept({ kind }: SignupResult, { is_paid }: BuyerRow): boolean {
  return kind === 'unanswered' || kind === 'failed' || (kind === 'taken' && is_paid) || kind === 'limited'
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
