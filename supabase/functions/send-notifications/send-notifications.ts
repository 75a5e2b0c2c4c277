import { sanitiseEmail } from '@site/contract/email'
import { WELCOME_MAIL_LATE } from '@site/contract/errors'
import { notificationSchema } from '@site/contract/notification'
import { fail, readInput, refuseOtherMethods, succeed } from '../_shared/answer.ts'
import { deliverSoon } from '../_shared/deliver-soon.ts'
import { requestWelcomeMail } from '../_shared/outbox.ts'
import type { SiteFunction } from '../_shared/services.ts'

/** How long the visitor waits for the mail before the page says that it may be late. */
const PATIENCE_MS = 8_000

/**
 * POST {type, userData}. Mails the welcome of that type to an address that signed up, once. Whether it did is nobody's
 * business: an unknown address, and one that has its mail, get the same success, and nothing is sent. 503 when the mail
 * could not be delivered at once; the outbox keeps it and goes on trying.
 */
export const sendNotifications: SiteFunction = async (request, services) => {
  const otherMethod = refuseOtherMethods(request)
  if (otherMethod) return otherMethod
  const read = await readInput(request, notificationSchema)
  if ('refusal' in read) return read.refusal

  const { type, userData } = read.input
  try {
    const mailId = await requestWelcomeMail(services, sanitiseEmail(userData.email), type)
    if (mailId === null) return succeed()
    const isOnTime = await deliverSoon(mailId, services, PATIENCE_MS)
    return isOnTime ? succeed() : fail(503, WELCOME_MAIL_LATE)
  } catch (error) {
    services.log('welcome_mail_not_requested', { reason: error instanceof Error ? error.name : 'unknown' })
    return fail(503, WELCOME_MAIL_LATE)
  }
}
