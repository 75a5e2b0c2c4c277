import { sanitiseEmail } from '@site/contract/email'
import { formatToastNotice, TOO_MANY_ATTEMPTS_NOTICE, WELCOME_MAIL_DELAYED_TEXT } from '@site/contract/errors'
import { welcomeMailRequestSchema } from '@site/contract/notification'
import { deliverAfterResponse } from '../_shared/deliver-soon.ts'
import { findPendingWelcomeMail, requestConfirmationMail } from '../_shared/outbox.ts'
import {
  createErrorResponse,
  createSuccessResponse,
  parseJsonInput,
  rejectNonPostRequest,
} from '../_shared/response.ts'
import { DatabaseFunctionError, type EdgeFunctionServices, type SiteEdgeFunction } from '../_shared/services.ts'

/** Maximum time, in milliseconds, that the response waits for the check whether the mail server is reachable. */
const TIMEOUT_MS = 8_000

/**
 * POST {type, userData}. Sends the welcome mail for an e-mail address that signed up, after the response. The kind of mail depends on the
 * stored sign-up, not on the requested type. The response must not reveal whether an address signed up. So it is the same, after the same
 * operations, for an address that is known, unknown, or already has its mail: 200 while the mail server accepts mail, 503 otherwise.
 * Responds with 429 when the client's IP network exceeds the rate limit.
 *
 * For an unconfirmed sign-up, the mail is the confirmation mail. When that was already sent, another one may be queued
 * (`request_confirmation_mail` in 12_confirmation.sql). This happens after the response, because it takes longer for an unconfirmed
 * address, and the response time must not reveal which addresses are unconfirmed.
 */
export const sendNotifications: SiteEdgeFunction = async (request, services) => {
  const otherMethod = rejectNonPostRequest(request)
  if (otherMethod) return otherMethod
  const read = await parseJsonInput(request, welcomeMailRequestSchema)
  if ('refusal' in read) return read.refusal

  try {
    const email = sanitiseEmail(read.input.userData.email)
    const { mailId, isHeld, mayConfirm } = await findPendingWelcomeMail(services, email)
    // While mail is held back, the mail server is not asked: it is probably down.
    const isOnTime = !isHeld && (await isMailServerUp(services))
    if (mailId !== null) deliverAfterResponse(async () => mailId, services)
    else if (mayConfirm === true) deliverAfterResponse(() => requestConfirmationMail(services, email), services)
    return isOnTime ? createSuccessResponse() : createErrorResponse(503, WELCOME_MAIL_DELAYED_TEXT)
  } catch (error) {
    if (error instanceof DatabaseFunctionError && error.code === 'PT429')
      return createErrorResponse(429, formatToastNotice(TOO_MANY_ATTEMPTS_NOTICE))
    services.log('welcome_mail_not_requested', { reason: error instanceof Error ? error.name : 'unknown' })
    return createErrorResponse(503, WELCOME_MAIL_DELAYED_TEXT)
  }
}

/** Returns whether the mail server accepts mail at the moment; false when it does not respond within `TIMEOUT_MS`. */
async function isMailServerUp({ mailer }: EdgeFunctionServices): Promise<boolean> {
  const { promise: timedOut, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, TIMEOUT_MS, false)
  const check = mailer.check().then(
    () => true,
    () => false,
  )
  return Promise.race([check, timedOut]).finally(() => clearTimeout(timer))
}
