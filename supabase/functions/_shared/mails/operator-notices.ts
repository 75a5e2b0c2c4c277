import { formatDateTime } from '@site/contract/date-time'
import type { Product } from '@site/contract/product'
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
      reason: formatReason(product, 'for each limit'),
      replyTo: null,
    }
  },
)

const moment = v.pipe(v.string(), v.isoTimestamp())

/** Mail to the team after an outage of the mail server. It is sent when the server accepts mail again, because it cannot leave earlier. */
export const mailOutageMail = defineMailKind(
  v.object({ began: moment, ended: moment, reason: v.string() }),
  ({ began, ended, reason }, { product }) => ({
    subject: 'Your mail server accepts mail again',
    heading: 'Mail is going out again',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Your mail server accepted nothing for a while. No email is lost: what was waiting is being sent now.',
      },
      {
        kind: 'details',
        rows: [
          ['From', formatDateTime(began, 'UTC')],
          ['Until', formatDateTime(ended, 'UTC')],
          ['Reason', reason],
        ],
      },
      { kind: 'paragraph', text: 'See the console, or: npm run admin -- mail list' },
    ],
    signedBy: 'site',
    reason: formatReason(product, 'about the mail server'),
    replyTo: null,
  }),
)

function formatReason({ mailboxes, domain }: Product, frequency: string): string {
  return (
    `You’re getting this email because ${mailboxes.team} gets the notices for the operators of ${domain}, ` +
    `at most one an hour ${frequency}. To be removed, change the site’s team mailbox.`
  )
}
