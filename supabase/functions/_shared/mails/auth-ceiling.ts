import * as v from 'valibot'
import { mailKind } from './letter.ts'

const WORDS = {
  mails: ['mails about accounts', 'AUTH_RATE_LIMIT_EMAIL_SENT'],
  messages: ['text messages about accounts', 'AUTH_RATE_LIMIT_SMS_SENT'],
  sockets: ['live connections', 'LIMIT_SOCKETS'],
} as const

/** To the team: a ceiling that all visitors share was reached, so everybody is refused for now. */
export const authCeiling = mailKind(
  v.object({ ceiling: v.picklist(['mails', 'messages', 'sockets']) }),
  ({ ceiling }, { product }) => {
    const [what, variable] = WORDS[ceiling]
    return {
      subject: 'A limit of the site was reached',
      heading: 'A limit was reached',
      blocks: [
        {
          kind: 'paragraph',
          text:
            `The site has reached its ceiling for ${what}, and refuses further ones until some time has passed. ` +
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
