import { useEffect } from 'react'
import * as v from 'valibot'
import { navigate, useHistoryState, useLocationProperty } from 'wouter/use-browser-location'
import { insertSignup, sendWelcome } from '../../backend/signup.ts'
import { brand } from '../../brand.ts'
import { type OrderDetails, orderInState } from '../../dialogs/signup/order-details.ts'
import { notify } from '../../ui/toast-store.ts'
import { celebrate } from './confetti.ts'
import { type PaymentWorld, receivePayment, sendUnsentPayment } from './payment-success.ts'
import { clearPendingUserData, readPendingUserData } from './pending-user-data.ts'
import { clearUnsentPayment, keepUnsentPayment, readUnsentPayment } from './unsent-payment.ts'

/** How the visitor came: just so, or to be welcomed, with or without the details of an order. */
export type Arrival = { welcome: boolean; order: OrderDetails | null }

/**
 * Reads the navigation state and the address, both only after hydration: the prerendered page is the plain one. A
 * payment's return is handled once; its order then stands in the navigation state, so that a reload shows it again.
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

const world: PaymentWorld = {
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

/** Once a page load: a record that this page itself is still sending is not sent a second time beside it. */
function sendUnsentOnce() {
  if (isSent || welcomed !== null) return
  isSent = true
  void sendUnsentPayment(world)
}

async function welcomeBuyer(sessionId: string) {
  if (welcomed === sessionId) return // an effect may run twice
  welcomed = sessionId
  try {
    const order = await receivePayment(sessionId, world)
    if (!order) return
    showOrder(sessionId, order)
    notify({ kind: 'success', title: 'Payment Successful!', text: `Welcome to ${brand.name} Early Access!` })
    celebrate().catch(() => {}) // decoration that did not load is not missed
  } catch {
    noteHandled(sessionId)
    notify({
      kind: 'note',
      title: 'Payment processed',
      text: 'There was an issue retrieving your details, but your payment was successful.',
    })
  }
}

const handledSchema = v.object({ handledPayment: v.string() })

/** Whether this entry of the history has already told that what was left before the payment could not be read. */
function isHandled(sessionId: string): boolean {
  return v.is(handledSchema, history.state) && history.state.handledPayment === sessionId
}

/** A browser that lets the page store nothing would show the same trouble at each reload. */
function noteHandled(sessionId: string) {
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' && state), handledPayment: sessionId }, '')
}

/** The state of an entry that an open dialog has made (dialogs/dialog-history.ts, which is not fetched for this). */
const dialogsEntry = v.object({ dialogs: v.pipe(v.array(v.string()), v.minLength(1)) })

function showOrder(sessionId: string, orderDetails: OrderDetails) {
  if (sessionIdInAddress() !== sessionId) return // the visitor has gone on meanwhile
  // The entry of a dialog is left when it closes, and what stands in it with it.
  if (v.is(dialogsEntry, history.state))
    addEventListener('popstate', () => showOrder(sessionId, orderDetails), { once: true })
  const state: unknown = history.state
  navigate(location.href, { replace: true, state: { ...(typeof state === 'object' && state), orderDetails } })
}

function sessionIdInAddress(): string | null {
  return new URLSearchParams(location.search).get('session_id') || null
}
