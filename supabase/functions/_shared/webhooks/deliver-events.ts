import { deliverRows, markWithRetries } from '../outbox-rows.ts'
import type { EdgeFunctionServices } from '../services.ts'
import { composeWebhookRequest } from './compose-event.ts'
import { claimNextEvent, markEventDelivered, markEventFailed, type QueuedEvent } from './event-outbox.ts'
import { WebhookRequestError } from './send-request.ts'
import type { WebhookTarget } from './targets.ts'

/** Result of a delivery: accepted by the receiver, to be retried, or given up. */
type EventOutcome = 'delivered' | 'delayed' | 'dead'

/** Timeout of one attempt. It is shorter than the lease of an event (event-outbox.ts), which leaves time to store the outcome. */
const ATTEMPT_MS = 15_000

/** How many events of one target are sent concurrently. claim_webhook never returns two events of one person at the same time. */
const CONCURRENCY = 2

const GONE = 410

/**
 * Sends the due events of a target, `CONCURRENCY` at a time, until no event is due, the target is in back-off after a failure, or `stop`
 * aborts. Returns the number of events by outcome. Rejects when the database cannot be reached.
 */
export async function drainTarget(
  target: WebhookTarget,
  services: EdgeFunctionServices,
  stop: AbortSignal,
): Promise<Record<EventOutcome, number>> {
  const claim = () => claimNextEvent(services, target.name)
  const deliver = (event: QueuedEvent) => deliverEvent(target, event, services)
  return deliverRows({ claim, deliver, concurrency: CONCURRENCY }, { delivered: 0, delayed: 0, dead: 0 }, stop)
}

async function deliverEvent(
  target: WebhookTarget,
  event: QueuedEvent,
  services: EdgeFunctionServices,
): Promise<EventOutcome> {
  const facts = { webhook: event.id, kind: event.kind, target: target.name }
  const failure = await attempt(target, event, services)
  if (failure === null) {
    await markWithRetries(() => markEventDelivered(services, event.id))
    services.log('webhook_delivered', facts)
    return 'delivered'
  }
  const isDead = await markEventFailed(services, event.id, failure)
  services.log('webhook_delivery_failed', { ...facts, reason: failure.reason, final: isDead })
  return isDead ? 'dead' : 'delayed'
}

type Failure = { reason: string; retryAfter: number; isGone: boolean }

/** Sends an event once. Returns null when the receiver accepted it. */
async function attempt(
  target: WebhookTarget,
  event: QueuedEvent,
  { webhooks }: EdgeFunctionServices,
): Promise<Failure | null> {
  try {
    const request = composeWebhookRequest(target, event, new Date())
    const { status, retryAfter } = await webhooks.send(request, AbortSignal.timeout(ATTEMPT_MS))
    if (status >= 200 && status <= 299) return null
    const isRedirect = status >= 300 && status <= 399
    const reason = `The receiver responded with ${status}${isRedirect ? ', a redirect, which is not followed' : ''}.`
    return { reason, retryAfter, isGone: status === GONE }
  } catch (error) {
    // Any other error is a bug. It counts as a failed attempt: otherwise, the event would be claimed again after each lease, forever.
    const name = error instanceof Error ? error.name : 'unknown'
    const reason = error instanceof WebhookRequestError ? error.message : `The event could not be sent (${name}).`
    return { reason, retryAfter: 0, isGone: false }
  }
}
