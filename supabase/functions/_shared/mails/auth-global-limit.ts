import * as v from 'valibot'
import { defineMailKind } from './mail-content.ts'

/** For each global rate limit: a text that describes what it limits, and the environment variable that sets the limit. */
const LIMITS = {
  mails: ['emails about accounts', 'AUTH_RATE_LIMIT_EMAIL_SENT'],
  messages: ['text messages about accounts', 'AUTH_RATE_LIMIT_SMS_SENT'],
  sockets: ['live connections', 'LIMIT_SOCKETS'],
} as const

/** Mail to the team: a global rate limit (field `limit`) was reached, so requests of all visitors are rejected for some time. */
export const globalLimitAlarmMail = defineMailKind(
  v.object({ limit: v.picklist(['mails', 'messages', 'sockets']) }),
  ({ limit }, { product }) => {
    const [what, variable] = LIMITS[limit]
    return {
      subject: 'Your site has reached a limit',
      heading: `Too many ${what}`,
      blocks: [
        {
          kind: 'paragraph',
          text:
            `The site has reached its limit for ${what}, and turns new ones away for now. ` +
            'No single visitor can reach it: either the site has become busy, or someone is trying to keep others out.',
        },
        {
          kind: 'paragraph',
          text: `Check the log (global_limit_reached) and /metrics. If the visitors are real, raise ${variable}.`,
        },
      ],
      signedBy: 'site',
      reason:
        `You’re getting this email because ${product.mailboxes.team} gets the notices for the operators of ${product.domain}, ` +
        'at most one an hour for each limit. To be removed, change the site’s team mailbox.',
      replyTo: null,
    }
  },
)
