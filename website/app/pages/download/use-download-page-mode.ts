import { showToast } from '@site/ui/toast-store.ts'
import { useEffect } from 'react'
import * as v from 'valibot'
import { navigate, useHistoryState, useLocationProperty } from 'wouter/use-browser-location'
import { insertSignup, requestWelcomeMail } from '../../backend/signup.ts'
import { brand } from '../../brand.ts'
import { setWelcomeMailLate } from '../../dialogs/signup/late-welcome-mail.ts'
import { rememberMember } from '../../dialogs/signup/member-since.ts'
import { type OrderDetails, parseOrderFromHistoryState } from '../../dialogs/signup/order-details.ts'
import { launchConfetti } from './confetti.ts'
import {
  clearPendingUserData,
  clearUnsentPayment,
  readPendingUserData,
  readUnsentPayment,
  storeUnsentPayment,
} from './payment-records.ts'
import { handlePaymentReturn, type PaymentDependencies, sendUnsentPayment } from './payment-success.ts'

/**
 * Mode of the download page: `welcome` after a sign-up or payment, with the order details if they are known; otherwise plain. `isOrderLost`
 * after a payment whose details could not be read.
 */
export type DownloadPageMode = { welcome: boolean; order: OrderDetails | null; isOrderLost: boolean }

/**
 * React hook that returns the mode of the download page, from the navigation state and the URL. Both are read after hydration, because the
 * plain mode is prerendered. The return from a payment is handled once; its order is stored in the navigation state, so that a reload
 * shows the order again.
 */
export function useDownloadPageMode(): DownloadPageMode {
  const state = useHistoryState<unknown>()
  const order = parseOrderFromHistoryState(state)
  const sessionId = useLocationProperty(sessionIdInAddress, () => null)
  const isOrderLost = sessionId !== null && !order && isHandled(state, sessionId)
  const isReturn = sessionId !== null && !order && !isOrderLost
  useEffect(() => {
    if (isReturn) void welcomeBuyer(sessionId)
    else sendUnsentOnce()
  }, [isReturn, sessionId])
  const mode = { welcome: Boolean(order || sessionId), order, isOrderLost }
  // The attribute that build/download-layout-script.ts sets on a loaded page. The navigation bar depends on it too.
  useEffect(() => {
    if (mode.welcome) document.documentElement.dataset['welcome'] ??= ''
  }, [mode.welcome])
  useEffect(() => () => void delete document.documentElement.dataset['welcome'], [])
  const since = order?.mustConfirm ? undefined : order?.date
  useEffect(() => {
    if (since) rememberMember(since)
  }, [since])
  return mode
}

const dependencies: PaymentDependencies = {
  readPending: readPendingUserData,
  clearPending: clearPendingUserData,
  keepUnsent: storeUnsentPayment,
  readUnsent: readUnsentPayment,
  clearUnsent: clearUnsentPayment,
  insertSignup(row) {
    // The mail is late until it was requested, because the page shows the order before that when the server is slow.
    setWelcomeMailLate(row.email, true)
    return insertSignup(row)
  },
  async sendWelcome(notice) {
    const sent = await requestWelcomeMail(notice)
    if (sent) setWelcomeMailLate(notice.userData.email, false)
    return sent
  },
}

/** The payment that was processed since the page was loaded, with a promise of its order. */
let processed: { sessionId: string; order: Promise<OrderDetails | null> } | null = null
let isSent = false

/** Sends the payment record that an earlier visit left unsent. Runs once per page load, and not while the page sends a new record. */
function sendUnsentOnce() {
  if (isSent || processed !== null) return
  isSent = true
  void sendUnsentPayment(dependencies)
}

async function welcomeBuyer(sessionId: string) {
  // The effect runs again when the visitor returns to the page. The payment is then not processed again, but its order is shown.
  const isFirst = processed?.sessionId !== sessionId
  if (processed === null || isFirst) processed = { sessionId, order: handlePaymentReturn(sessionId, dependencies) }
  try {
    const order = await processed.order
    if (!order) return
    showOrder(sessionId, order)
    if (!isFirst) return
    showToast({ kind: 'success', title: 'Payment Successful!', text: `Welcome to ${brand.name} Early Access!` })
    launchConfetti().catch(() => {}) // ignores a failure to load or draw the confetti, which is only decoration
  } catch {
    markHandled(sessionId)
    if (!isFirst) return
    showToast({
      kind: 'note',
      title: 'Payment processed',
      text: 'There was an issue retrieving your details, but your payment was successful.',
    })
  }
}

const handledSchema = v.object({ handledPayment: v.string() })

/** Returns whether the state of a history entry says that the error about invalid pending data was already shown. */
function isHandled(state: unknown, sessionId: string): boolean {
  return v.is(handledSchema, state) && state.handledPayment === sessionId
}

/**
 * Marks the payment as handled in the history entry. Without the mark a browser that blocks storage would show the error again at every
 * reload.
 */
function markHandled(sessionId: string) {
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' && state), handledPayment: sessionId }, '')
}

/**
 * Schema of the history state while a dialog is open. Copied from dialogs/dialog-history.ts, because importing that module would make the
 * page's script larger.
 */
const dialogsEntry = v.object({ dialogs: v.pipe(v.array(v.string()), v.minLength(1)) })

function showOrder(sessionId: string, orderDetails: OrderDetails) {
  if (sessionIdInAddress() !== sessionId) return // because the visitor has navigated away meanwhile
  // Closing a dialog goes back from its history entry, and state that is stored in that entry is lost. So the order is stored again after
  // the dialog has closed.
  if (v.is(dialogsEntry, history.state))
    addEventListener('popstate', () => showOrder(sessionId, orderDetails), { once: true })
  const state: unknown = history.state
  navigate(location.href, { replace: true, state: { ...(typeof state === 'object' && state), orderDetails } })
}

function sessionIdInAddress(): string | null {
  return new URLSearchParams(location.search).get('session_id') || null
}
