import { drainOutbox } from '../_shared/deliver.ts'
import { createErrorResponse, createSuccessResponse, rejectNonPostRequest } from '../_shared/response.ts'
import type { SiteEdgeFunction } from '../_shared/services.ts'

/** Maximum duration of one run, in milliseconds, below the host's time limit for a function. Remaining mails wait for the next call. */
const DRAIN_MS = 20_000

/**
 * POST with the secret key. Sends the due mails of the outbox and responds with their number by outcome. A scheduled job calls this
 * function in deployments without a mail worker (docs/mail.md). Concurrent calls do not send a mail twice.
 */
export const deliverMail: SiteEdgeFunction = async (request, services) => {
  const otherMethod = rejectNonPostRequest(request)
  if (otherMethod) return otherMethod
  if (services.caller.role !== 'service_role') return createErrorResponse(403, 'This needs the secret key.')
  try {
    return createSuccessResponse(await drainOutbox(services, AbortSignal.timeout(DRAIN_MS)))
  } catch (error) {
    services.log('outbox_not_drained', { reason: error instanceof Error ? error.name : 'unknown' })
    return createErrorResponse(503, 'The outbox cannot be reached at the moment.')
  }
}
