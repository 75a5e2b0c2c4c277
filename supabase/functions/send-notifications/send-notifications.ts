import { sanitiseEmail } from '@site/contract/email'
import { asSentence, TOO_MANY_ATTEMPTS, WELCOME_MAIL_LATE } from '@site/contract/errors'
import { notificationSchema } from '@site/contract/notification'
import { deliverAfterResponse } from '../_shared/deliver-soon.ts'
import { findWelcome } from '../_shared/outbox.ts'
import { errorResponse, readInput, rejectOtherMethods, successResponse } from '../_shared/response.ts'
import { DatabaseRefusal, type FunctionServices, type SiteFunction } from '../_shared/services.ts'

/** Maximum time that the response waits for the check of the mail server. */
const TIMEOUT_MS = 8_000

/**
 * POST {type, userData}. Sends the welcome mail of an address that signed up. The kind of mail depends on the stored sign-up, not on the
 * requested type. The response must not reveal whether an address signed up. So it is the same, after the same operations, for an address
 * that is known, unknown, or already has its mail: 200 while the mail server accepts mail, 503 otherwise. The mail is sent after the
 * response. Responds with 429 when the client's IP network exceeds the rate limit.
 */
export const sendNotifications: SiteFunction = async (request, services) => {
  const otherMethod = rejectOtherMethods(request)
  if (otherMethod) return otherMethod
  const read = await readInput(request, notificationSchema)
  if ('refusal' in read) return read.refusal

  try {
    const { mailId, isHeld } = await findWelcome(services, sanitiseEmail(read.input.userData.email))
    const isOnTime = (await isMailServerUp(services)) && !isHeld
    if (mailId !== null) deliverAfterResponse(mailId, services)
    return isOnTime ? successResponse() : errorResponse(503, WELCOME_MAIL_LATE)
  } catch (error) {
    if (error instanceof DatabaseRefusal && error.code === 'PT429')
      return errorResponse(429, asSentence(TOO_MANY_ATTEMPTS))
    services.log('welcome_mail_not_requested', { reason: error instanceof Error ? error.name : 'unknown' })
    return errorResponse(503, WELCOME_MAIL_LATE)
  }
}

/** Returns whether the mail server accepts mail at the moment; false when it does not respond within `TIMEOUT_MS`. */
async function isMailServerUp({ mailer }: FunctionServices): Promise<boolean> {
  const { promise: timedOut, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, TIMEOUT_MS, false)
  const check = mailer.check().then(
    () => true,
    () => false,
  )
  return Promise.race([check, timedOut]).finally(() => clearTimeout(timer))
}
