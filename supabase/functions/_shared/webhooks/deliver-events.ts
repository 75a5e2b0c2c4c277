import { setTimeout as pause } from 'node:timers/promises'
import type { EdgeFunctionServices } from '../services.ts'
import { composeWebhookRequest } from './compose-event.ts'
import { claimNextEvent, markEventDelivered, markEventFailed, type QueuedEvent } from './event-outbox.ts'
import { WebhookRequestError } from './send-request.ts'
import type { WebhookTarget } from './targets.ts'

/** How many events one run processed, by outcome: accepted (delivered), to be retried (delayed), or given up (dead). */
export type EventDrainResult = { delivered: number; delayed: number; dead: number }

/** Timeout of one attempt. It is shorter than the lease of an event (event-outbox.ts), which leaves time to store the outcome. */
const ATTEMPT_MS = 15_000

/** How many events of one target are sent concurrently. claim_webhook never returns two events of one person at the same time. */
const CONCURRENCY = 2

const GONE = 410

/**
 * Sends the due events of a target, `CONCURRENCY` at a time, until no event is due, the target is in back-off after a failure, or `stop`
 * aborts. Throws when the database cannot be reached.
 */
export async function drainTarget(
  target: WebhookTarget,
  services: EdgeFunctionServices,
  stop: AbortSignal,
): Promise<EventDrainResult> {
  const drained: EventDrainResult = { delivered: 0, delayed: 0, dead: 0 }
  async function sendNext(): Promise<void> {
    while (!stop.aborted) {
      const event = await claimNextEvent(services, target.name)
      if (event === null) return
      drained[await deliverEvent(target, event, services)] += 1
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: CONCURRENCY }, sendNext))
  const failed = workers.find((worker) => worker.status === 'rejected')
  if (failed) throw failed.reason
  return drained
}

async function deliverEvent(
  target: WebhookTarget,
  event: QueuedEvent,
  services: EdgeFunctionServices,
): Promise<keyof EventDrainResult> {
  const facts = { webhook: event.id, kind: event.kind, target: target.name }
  const failure = await attempt(target, event, services)
  if (failure === null) {
    await markDeliveredWithRetries(event.id, services)
    services.log('webhook_delivered', facts)
    return 'delivered'
  }
  const isDead = await markEventFailed(services, event.id, failure)
  services.log('webhook_not_taken', { ...facts, reason: failure.reason, final: isDead })
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

/** Marks an event as delivered, and retries for about 16 seconds, because an unmarked event is sent again. */
async function markDeliveredWithRetries(id: string, services: EdgeFunctionServices): Promise<void> {
  for (const wait of [200, 1_000, 5_000, 10_000]) {
    try {
      return await markEventDelivered(services, id)
    } catch {
      await pause(wait)
    }
  }
  await markEventDelivered(services, id)
}
