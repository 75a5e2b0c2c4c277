import * as v from 'valibot'
import { claimRow } from '../outbox-rows.ts'
import type { EdgeFunctionServices } from '../services.ts'
import type { WebhookTarget } from './targets.ts'

type Services = Pick<EdgeFunctionServices, 'callDatabase'>

/** Lease of a claimed event, in seconds. It must be longer than an attempt: otherwise, another worker could send the event too. */
const LEASE_SECONDS = 60

const queuedEventSchema = v.object({
  id: v.string(),
  event_id: v.string(),
  kind: v.string(),
  data: v.record(v.string(), v.unknown()),
  created_at: v.union([v.string(), v.date()]),
})

/** An event that a worker has claimed for one target. `id` is the id of its row; `event_id` is the same for all targets. */
export type QueuedEvent = v.InferOutput<typeof queuedEventSchema>

/** Stores the configured targets in the database, which queues events for them. Writes nothing when nothing changed. */
export async function setWebhookTargets(services: Services, targets: readonly WebhookTarget[]): Promise<void> {
  const known = targets.map(({ name, events, personal_data }) => ({ name, events, personal_data }))
  await services.callDatabase('set_webhook_targets', { targets: JSON.stringify(known) })
}

/** Claims and returns the next due event of a target. Returns null when none is due or the target is in back-off. */
export async function claimNextEvent(services: Services, target: string): Promise<QueuedEvent | null> {
  return claimRow(services, 'claim_webhook', { target_name: target, lease_seconds: LEASE_SECONDS }, queuedEventSchema)
}

/** Records that the receiver accepted an event. */
export async function markEventDelivered(services: Services, id: string): Promise<void> {
  await services.callDatabase('mark_webhook_delivered', { webhook_id: id })
}

/** Records a failed attempt with its reason. Returns whether the event was given up. */
export async function markEventFailed(
  services: Services,
  id: string,
  { reason, retryAfter, isGone }: { reason: string; retryAfter: number; isGone: boolean },
): Promise<boolean> {
  const failure = { webhook_id: id, error: reason, retry_after: Math.min(retryAfter, 3600), stop: isGone }
  return v.parse(v.nullable(v.boolean()), await services.callDatabase('mark_webhook_failed', failure)) === true
}
