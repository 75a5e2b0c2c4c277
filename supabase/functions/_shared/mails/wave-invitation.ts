import * as v from 'valibot'
import { createFirstStepsBlocks } from './first-steps.ts'
import { formatGreeting } from './greeting.ts'
import { defineMailKind } from './mail-content.ts'
import { formatWelcomeMailReason } from './signup-reason.ts'

const data = v.object({ name: v.string() })

/**
 * Invitation mail to a person who signed up, sent by a wave. It contains no price, because the person may have paid already. The download
 * needs no invitation, so the mail has the link of the welcome mails, without anything that identifies the person.
 */
export const waveInvitationMail = defineMailKind(data, ({ name }, brand) => ({
  subject: `Your spot in ${brand.product.name} early access`,
  heading: 'Your spot is ready',
  blocks: [
    { kind: 'paragraph', text: formatGreeting(name) },
    {
      kind: 'paragraph',
      text: `You signed up for early access to ${brand.product.name}, and one of the new spots is yours. Download the app and start with a folder of your photos.`,
    },
    {
      kind: 'paragraph',
      text: `Do you have ${brand.product.name} already? Then there’s nothing to do: you’re in, and the app keeps working.`,
    },
    { kind: 'details', rows: [['Status', 'Invited']] },
    ...createFirstStepsBlocks(brand),
  ],
  reason: formatWelcomeMailReason(brand),
  replyTo: null,
  unsubscribe: brand.product.mailboxes.privacy,
}))
