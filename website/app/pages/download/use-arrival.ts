import { useEffect } from 'react'
import * as v from 'valibot'
import { navigate, useHistoryState, useLocationProperty } from 'wouter/use-browser-location'
import { insertSignup, sendWelcome } from '../../backend/signup.ts'
import { brand } from '../../brand.ts'
import { type OrderDetails, orderInState } from '../../dialogs/signup/order-details.ts'
import { notify } from '../../ui/toast-store.ts'
import { celebrate } from './confetti.ts'
import { type PaymentDependencies, receivePayment, sendUnsentPayment } from './payment-success.ts'
import { clearPendingUserData, readPendingUserData } from './pending-user-data.ts'
import { clearUnsentPayment, keepUnsentPayment, readUnsentPayment } from './unsent-payment.ts'

/** Mode of the download page: plain or welcome, with order details if there are any. */
export type Arrival = { welcome: boolean; order: OrderDetails | null }

/**
 * Returns the mode, from the navigation state and the URL. Both are read after hydration, because the plain mode is prerendered. The return
 * from a payment is handled once; its order is stored in the navigation state, so that a reload shows it again.
 */
export function useArrival(): Arrival {
  const order = orderInState(useHistoryState<unknown>())
  const sessionId = useLocationProperty(sessionIdInAddress, () => null)
  const isReturn = sessionId !== null && !order && !isHandled(sessionId)
  useEffect(() => {
    if (isReturn) void welcomeBuyer(sessionId)
    else sendUnsentOnce()
  }, [isReturn, sessionId])
  return { welcome: Boolean(order || sessionId), order }
}

const dependencies: PaymentDependencies = {
  readPending: readPendingUserData,
  clearPending: clearPendingUserData,
  keepUnsent: keepUnsentPayment,
  readUnsent: readUnsentPayment,
  clearUnsent: clearUnsentPayment,
  insertSignup,
  sendWelcome,
}

let welcomed: string | null = null
let isSent = false

/** Sends an unsent record, once per page load, and not while this page is already sending its own. */
function sendUnsentOnce() {
  if (isSent || welcomed !== null) return
  isSent = true
  void sendUnsentPayment(dependencies)
}

async function welcomeBuyer(sessionId: string) {
  if (welcomed === sessionId) return // effects may run twice
  welcomed = sessionId
  try {
    const order = await receivePayment(sessionId, dependencies)
    if (!order) return
    showOrder(sessionId, order)
    notify({ kind: 'success', title: 'Payment Successful!', text: `Welcome to ${brand.name} Early Access!` })
    celebrate().catch(() => {}) // confetti is optional
  } catch {
    markHandled(sessionId)
    notify({
      kind: 'note',
      title: 'Payment processed',
      text: 'There was an issue retrieving your details, but your payment was successful.',
    })
  }
}

const handledSchema = v.object({ handledPayment: v.string() })

/** Returns whether this history entry has already shown the error about invalid pending data. */
function isHandled(sessionId: string): boolean {
  return v.is(handledSchema, history.state) && history.state.handledPayment === sessionId
}

/** Marks the payment as handled in the history entry. Otherwise a browser with blocked storage would show the error at every reload. */
function markHandled(sessionId: string) {
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' && state), handledPayment: sessionId }, '')
}

/** Matches the history state of an open dialog (dialogs/dialog-history.ts, which is not imported, to keep the page small). */
const dialogsEntry = v.object({ dialogs: v.pipe(v.array(v.string()), v.minLength(1)) })

function showOrder(sessionId: string, orderDetails: OrderDetails) {
  if (sessionIdInAddress() !== sessionId) return // the visitor has navigated away meanwhile
  // In the history entry of an open dialog the order would be lost on closing, so this waits until the entry is left.
  if (v.is(dialogsEntry, history.state))
    addEventListener('popstate', () => showOrder(sessionId, orderDetails), { once: true })
  const state: unknown = history.state
  navigate(location.href, { replace: true, state: { ...(typeof state === 'object' && state), orderDetails } })
}

function sessionIdInAddress(): string | null {
  return new URLSearchParams(location.search).get('session_id') || null
}
