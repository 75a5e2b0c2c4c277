import { createErrorResponse, createSuccessResponse, rejectNonPostRequest } from '../_shared/response.ts'
import type { EdgeFunctionServices, SiteIncomingWebhook } from '../_shared/services.ts'
import { type PaymentEvent, parsePaymentEvent, parseStripeEvent, type StripeEvent } from './payment-event.ts'
import { verifyStripeSignature } from './verify-signature.ts'

/**
 * POST by Stripe with an event (https://docs.stripe.com/webhooks). Stores an event about a payment and updates `payment_verified` of the
 * sign-up with its order (docs/payments.md). Stripe retries an event until the response is 2xx, for up to three days.
 *
 * Responds with 200 when the event was stored, was stored before, or has no effect; 400 for an invalid signature, an event of the other
 * mode, or one that cannot be parsed; 404 without STRIPE_WEBHOOK_SECRET; 503 when the database did not store the event.
 */
export const paymentWebhook: SiteIncomingWebhook = {
  run: receivePaymentEvent,
  // The event of a Checkout session is a few kB. Metadata, custom fields and a long cart can make them larger.
  bodyLimitBytes: (payments) => (payments === null ? 0 : 256 * 1024),
  headers: ['stripe-signature'],
}

async function receivePaymentEvent(request: Request, services: EdgeFunctionServices): Promise<Response> {
  const otherMethod = rejectNonPostRequest(request)
  if (otherMethod) return otherMethod
  const { payments } = services
  if (payments === null)
    return createErrorResponse(404, 'Payments are not set up here: STRIPE_WEBHOOK_SECRET is not set.')
  const body = new Uint8Array(await request.arrayBuffer())
  const verified = await verifyStripeSignature(body, request.headers.get('stripe-signature'), payments.webhookSecret)
  if ('fault' in verified) return createErrorResponse(400, verified.fault)

  const parsed = parseStripeEvent(verified.event)
  if ('fault' in parsed) return refuse(services, 'unknown', parsed.fault)
  const { event } = parsed
  const sent = event.livemode ? 'live' : 'test'
  if (sent !== payments.mode)
    return refuse(services, event.type, `The event is from Stripe’s ${sent} mode, but STRIPE_MODE is ${payments.mode}.`)
  const read = parsePaymentEvent(event)
  if ('fault' in read) return refuse(services, event.type, read.fault)
  if (read.payment === null) return createSuccessResponse()
  return store(services, event, read.payment)
}

async function store(services: EdgeFunctionServices, event: StripeEvent, payment: PaymentEvent): Promise<Response> {
  try {
    const outcome = await services.callDatabase('record_payment_event', {
      event_id: event.id,
      event_at: new Date(event.created * 1000).toISOString(),
      ...payment,
    })
    services.log('payment_event', { type: event.type, outcome: String(outcome) })
    return createSuccessResponse()
  } catch (error) {
    services.log('payment_event_not_stored', {
      type: event.type,
      reason: error instanceof Error ? error.name : 'unknown',
    })
    return createErrorResponse(503, 'The event could not be stored at the moment.')
  }
}

/** Refuses an event with a valid signature. Logs the reason, because Stripe retries the event until an operator fixes the cause. */
function refuse(services: EdgeFunctionServices, type: string, reason: string): Response {
  services.log('payment_event_refused', { type, reason })
  return createErrorResponse(400, reason)
}
