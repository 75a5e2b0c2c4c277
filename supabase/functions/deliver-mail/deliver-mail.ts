import * as v from 'valibot'
import { deliverClaimedMail, drainOutbox, type MailDeliveryOutcome } from '../_shared/deliver.ts'
import { claimMailById } from '../_shared/outbox.ts'
import { createErrorResponse, createSuccessResponse, rejectNonPostRequest } from '../_shared/response.ts'
import {
  type EdgeFunctionServices,
  MailDeliveryError,
  type Mailer,
  type SiteEdgeFunction,
} from '../_shared/services.ts'

/** Maximum duration of one run, in milliseconds, below the host's time limit for a function. Remaining mails wait for the next call. */
const DRAIN_MS = 20_000

const input = v.fallback(
  v.object({ check: v.optional(v.boolean()), mail: v.optional(v.pipe(v.string(), v.uuid())) }),
  {},
)

/**
 * POST with the secret key. Sends the due mails of the outbox and responds with their number by outcome. A scheduled job calls this
 * function in deployments without a mail worker (docs/accounts.md). Concurrent calls do not send a mail twice.
 *
 * With `{check: true}`, sends nothing, and responds with the mail server's answer to the mailer that sends the mails (`Mailer.check`). With
 * `{mail: id}`, sends only this mail, and responds with its outcome; null when it is held back or sent already.
 */
export const deliverMail: SiteEdgeFunction = async (request, services) => {
  const otherMethod = rejectNonPostRequest(request)
  if (otherMethod) return otherMethod
  if (services.caller.role !== 'service_role') return createErrorResponse(403, 'This needs the secret key.')
  const { check, mail } = v.parse(input, await request.json().catch(() => null))
  if (check === true) return Response.json(await askMailServer(services.mailer))
  try {
    if (mail !== undefined) return Response.json({ success: true, outcome: await deliverMailById(mail, services) })
    return createSuccessResponse(await drainOutbox(services, AbortSignal.timeout(DRAIN_MS)))
  } catch (error) {
    services.log('mail_outbox_failed', { reason: error instanceof Error ? error.name : 'unknown' })
    return createErrorResponse(503, 'The outbox cannot be reached at the moment.')
  }
}

async function deliverMailById(id: string, services: EdgeFunctionServices): Promise<MailDeliveryOutcome | null> {
  const row = await claimMailById(services, id)
  return row === null ? null : deliverClaimedMail(row, services)
}

/** The text of `answer` is for an operator: the mail server's reply may contain an address. */
async function askMailServer(mailer: Mailer): Promise<{ success: true; accepts: boolean; answer: string }> {
  try {
    return { success: true, accepts: true, answer: await mailer.check() }
  } catch (error) {
    if (!(error instanceof MailDeliveryError)) throw error
    return { success: true, accepts: false, answer: [error.message, error.reply].filter(Boolean).join(': ') }
  }
}
