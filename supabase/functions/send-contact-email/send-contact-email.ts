import { contactSchema } from '@site/contract/contact'
import { asSentence, CONTACT_ERRORS, TOO_MANY_ATTEMPTS } from '@site/contract/errors'
import { fail, readInput, refuseOtherMethods, succeed } from '../_shared/answer.ts'
import { deliverSoon } from '../_shared/deliver-soon.ts'
import { storeContactMessage } from '../_shared/outbox.ts'
import { DatabaseRefusal, type SiteFunction } from '../_shared/services.ts'

/** The message is safe already, so the visitor hardly waits for the mail. */
const PATIENCE_MS = 1_000

/**
 * POST {name, email, message}. Keeps the message, then mails it to the founders with the visitor in Reply-To, and to
 * nobody else. A kept message is a success even while mail is down. 400 for a fault in a field, 429 for too many from
 * one source, 503 when it could not be kept.
 */
export const sendContactEmail: SiteFunction = async (request, services) => {
  const otherMethod = refuseOtherMethods(request)
  if (otherMethod) return otherMethod
  const read = await readInput(request, contactSchema)
  if ('refusal' in read) return read.refusal

  let mailId: string
  try {
    mailId = await storeContactMessage(services, read.input)
  } catch (error) {
    if (error instanceof DatabaseRefusal && error.code === 'PT429') return fail(429, asSentence(TOO_MANY_ATTEMPTS))
    services.log('contact_message_not_stored', { reason: error instanceof Error ? error.name : 'unknown' })
    return fail(503, CONTACT_ERRORS.unstored)
  }
  await deliverSoon(mailId, services, PATIENCE_MS)
  return succeed()
}
