import { formatDateTime } from '@site/contract/date-time'
import * as v from 'valibot'
import { defineMailKind } from './mail-content.ts'

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
    reason:
      `You’re getting this email because ${product.mailboxes.team} gets the notices for the operators of ${product.domain}, ` +
      'at most one an hour about the mail server. To be removed, change the site’s team mailbox.',
    replyTo: null,
  }),
)
