import { createErrorResponse, createSuccessResponse, rejectNonPostRequest } from '../_shared/response.ts'
import type { SiteEdgeFunction } from '../_shared/services.ts'
import { drainTarget } from '../_shared/webhooks/deliver-events.ts'
import { setWebhookTargets } from '../_shared/webhooks/event-outbox.ts'

/** Maximum duration of one run, in milliseconds, below the timeout of an edge function. Remaining events wait for the next call. */
const DRAIN_MS = 20_000

/**
 * POST with the secret key. Stores the configured targets in the database, sends the due events and responds with the number of events by
 * outcome. A scheduled job calls this function in deployments without a webhook worker (docs/webhooks.md). Concurrent calls do not send an
 * event twice.
 */
export const deliverWebhooks: SiteEdgeFunction = async (request, services) => {
  const otherMethod = rejectNonPostRequest(request)
  if (otherMethod) return otherMethod
  if (services.caller.role !== 'service_role') return createErrorResponse(403, 'This needs the secret key.')
  const { targets } = services.webhooks
  const stop = AbortSignal.timeout(DRAIN_MS)
  try {
    await setWebhookTargets(services, targets)
    const drained = await Promise.all(targets.map((target) => drainTarget(target, services, stop)))
    const sum = (outcome: 'delivered' | 'delayed' | 'dead') => drained.reduce((total, each) => total + each[outcome], 0)
    return createSuccessResponse({ delivered: sum('delivered'), delayed: sum('delayed'), dead: sum('dead') })
  } catch (error) {
    services.log('webhook_outbox_failed', { reason: error instanceof Error ? error.name : 'unknown' })
    return createErrorResponse(503, 'The events cannot be reached at the moment.')
  }
}
