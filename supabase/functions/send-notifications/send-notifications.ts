import { sanitiseEmail } from '@site/contract/email'
import { asSentence, TOO_MANY_ATTEMPTS, WELCOME_MAIL_LATE } from '@site/contract/errors'
import { notificationSchema } from '@site/contract/notification'
import { fail, readInput, refuseOtherMethods, succeed } from '../_shared/answer.ts'
import { deliverAfterAnswer } from '../_shared/deliver-soon.ts'
import { findWelcome } from '../_shared/outbox.ts'
import { DatabaseRefusal, type FunctionServices, type SiteFunction } from '../_shared/services.ts'

/** How long the answer waits to learn whether mail goes out at the moment. */
const PATIENCE_MS = 8_000

/**
 * POST {type, userData}. Has the welcome of an address that signed up sent now. Which welcome that is follows from the stored row,
 * whatever type is asked for. Answers the same, after the same work, for an address that is known, unknown, or has its mail: 200
 * when mail goes out at the moment, 503 when it does not; the mail itself is sent after the answer. 429 for a source that asks too
 * often.
 */
export const sendNotifications: SiteFunction = async (request, services) => {
  const otherMethod = refuseOtherMethods(request)
  if (otherMethod) return otherMethod
  const read = await readInput(request, notificationSchema)
  if ('refusal' in read) return read.refusal

  try {
    const { mailId, isHeld } = await findWelcome(services, sanitiseEmail(read.input.userData.email))
    const isOnTime = (await goesOut(services)) && !isHeld
    if (mailId !== null) deliverAfterAnswer(mailId, services)
    return isOnTime ? succeed() : fail(503, WELCOME_MAIL_LATE)
  } catch (error) {
    if (error instanceof DatabaseRefusal && error.code === 'PT429') return fail(429, asSentence(TOO_MANY_ATTEMPTS))
    services.log('welcome_mail_not_requested', { reason: error instanceof Error ? error.name : 'unknown' })
    return fail(503, WELCOME_MAIL_LATE)
  }
}

/** Whether a mail server takes mail at the moment. One that does not say within `PATIENCE_MS` does not. */
async function goesOut({ mailer }: FunctionServices): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, PATIENCE_MS, false)
  const check = mailer.check().then(
    () => true,
    () => false,
  )
  return Promise.race([check, tooLate]).finally(() => clearTimeout(timer))
}
