import { fail, refuseOtherMethods, succeed } from '../_shared/answer.ts'
import { drainOutbox } from '../_shared/deliver.ts'
import type { SiteFunction } from '../_shared/services.ts'

/** Shorter than the time a host gives a function; what is left waits for the next call. */
const DRAIN_MS = 20_000

/**
 * POST, with the secret key. Sends what is due in the outbox and answers how it went. A schedule calls it where no
 * worker runs (docs/mail.md); calling it twice at a time sends nothing twice.
 */
export const deliverMail: SiteFunction = async (request, services) => {
  const otherMethod = refuseOtherMethods(request)
  if (otherMethod) return otherMethod
  if (services.caller.role !== 'service_role') return fail(403, 'This needs the secret key.')
  try {
    return succeed(await drainOutbox(services, AbortSignal.timeout(DRAIN_MS)))
  } catch (error) {
    services.log('outbox_not_drained', { reason: error instanceof Error ? error.name : 'unknown' })
    return fail(503, 'The outbox cannot be reached at the moment.')
  }
}
