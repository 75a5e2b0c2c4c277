import { formatDateTime } from '@site/contract/date-time'
import * as v from 'valibot'
import { formatAccountMailReason } from './auth-code.ts'
import { defineMailKind } from './mail-content.ts'

/** For each kind of change to an account, the sentence that describes it in the mail to the account's owner. */
const notices = {
  password_changed: 'Your password was changed, and you were signed out on all other devices.',
  email_changed: 'The email address of your account was changed. From now on, we write to the new one.',
  factor_enrolled: 'A second sign-in step was added to your account.',
  factor_removed: 'The second sign-in step was removed from your account.',
  identity_linked: 'Another way to sign in was added to your account.',
  identity_unlinked: 'One way to sign in was removed from your account.',
  passkey_added: 'A passkey was added to your account.',
  passkey_removed: 'A passkey was removed from your account.',
} as const

const data = v.object({
  notice: v.picklist(Object.keys(notices) as (keyof typeof notices)[]),
  at: v.pipe(v.string(), v.isoTimestamp()),
})

/** Mail to the owner of an account after a change, so that the owner notices a change by an attacker. */
export const accountChangeNoticeMail = defineMailKind(data, ({ notice, at }, brand) => ({
  subject: `Your ${brand.product.name} account was changed`,
  heading: 'Your account was changed',
  blocks: [
    { kind: 'paragraph', text: notices[notice] },
    { kind: 'details', rows: [['When', formatDateTime(at, 'UTC')]] },
    {
      kind: 'paragraph',
      text: `If that was you, all is well. If it wasn’t, set a new password right away (“Forgot your password?” when you sign in) and write to ${brand.product.mailboxes.support}.`,
    },
    { kind: 'button', label: `Go to ${brand.product.name}`, path: '/' },
  ],
  signedBy: 'founders',
  reason: formatAccountMailReason(brand),
  replyTo: null,
}))
