import * as v from 'valibot'
import { defineMailKind } from './mail-content.ts'

/** For each global rate limit: a text that describes what it limits, and the environment variable that sets the limit. */
const LIMITS = {
  mails: ['mails about accounts', 'AUTH_RATE_LIMIT_EMAIL_SENT'],
  messages: ['text messages about accounts', 'AUTH_RATE_LIMIT_SMS_SENT'],
  sockets: ['live connections', 'LIMIT_SOCKETS'],
} as const

/** Mail to the team: a global rate limit (field `ceiling`) was reached, so requests of all visitors are rejected for some time. */
export const globalLimitAlarmMail = defineMailKind(
  v.object({ ceiling: v.picklist(['mails', 'messages', 'sockets']) }),
  ({ ceiling }, { product }) => {
    const [what, variable] = LIMITS[ceiling]
    return {
      subject: 'A limit of the site was reached',
      heading: 'A limit was reached',
      blocks: [
        {
          kind: 'paragraph',
          text:
            `The site has reached its limit for ${what}, and refuses further ones until some time has passed. ` +
            'One visitor alone cannot reach it: either the site has become busy, or somebody tries to keep others out.',
        },
        {
          kind: 'paragraph',
          text: `Look at the log (ceiling_reached) and at /metrics. If the visitors are real, raise ${variable}.`,
        },
      ],
      reason:
        `You get this mail because ${product.mailboxes.team} receives what the operators of ${product.domain} should know, ` +
        'at most once an hour for each limit. To be removed, have the team mailbox of the site changed.',
      replyTo: null,
    }
  },
)
