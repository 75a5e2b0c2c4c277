import { contactSchema } from '@site/contract/contact'
import { CONTACT_ERRORS, formatToastNotice, TOO_MANY_ATTEMPTS_NOTICE } from '@site/contract/errors'
import { deliverOneMail } from '../_shared/deliver-soon.ts'
import { storeContactMessage } from '../_shared/outbox.ts'
import {
  createErrorResponse,
  createSuccessResponse,
  parseJsonInput,
  rejectNonPostRequest,
} from '../_shared/response.ts'
import { DatabaseFunctionError, type SiteEdgeFunction } from '../_shared/services.ts'

/** Maximum time, in milliseconds, that the response waits for the mail to be sent. It is short, because the message is already stored. */
const TIMEOUT_MS = 1_000

/**
 * POST {name, email, message}. Stores a contact message, then mails it to the founders, with the visitor's address in Reply-To, unless a
 * digest will report it. Responds
 * with 200 once the message is stored, even when the mail fails; with 400 for an invalid field, 429 for too many messages from one client
 * IP network, 503 when the message could not be stored.
 */
export const sendContactEmail: SiteEdgeFunction = async (request, services) => {
  const otherMethod = rejectNonPostRequest(request)
  if (otherMethod) return otherMethod
  const read = await parseJsonInput(request, contactSchema)
  if ('refusal' in read) return read.refusal

  let mailId: string | null
  try {
    mailId = await storeContactMessage(services, read.input)
  } catch (error) {
    if (error instanceof DatabaseFunctionError && error.code === 'PT429')
      return createErrorResponse(429, formatToastNotice(TOO_MANY_ATTEMPTS_NOTICE))
    services.log('contact_message_not_stored', { reason: error instanceof Error ? error.name : 'unknown' })
    return createErrorResponse(503, CONTACT_ERRORS.unstored)
  }
  if (mailId !== null) await deliverOneMail(mailId, services, TIMEOUT_MS)
  return createSuccessResponse()
}
