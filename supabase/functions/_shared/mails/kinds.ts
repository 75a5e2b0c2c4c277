import { authConfirm } from './auth-confirm.ts'
import { authEmailChange } from './auth-email-change.ts'
import { authGlobalLimit } from './auth-global-limit.ts'
import { authInvite } from './auth-invite.ts'
import { authMagicLink } from './auth-magic-link.ts'
import { authNotice } from './auth-notice.ts'
import { authReauthentication } from './auth-reauthentication.ts'
import { authRecovery } from './auth-recovery.ts'
import { contactMessage } from './contact-message.ts'
import type { MailKind } from './mail-content.ts'
import { welcomeFree } from './welcome-free.ts'
import { welcomePaid } from './welcome-paid.ts'

/** All kinds of mail, by the column `kind` of the outbox row. A new kind needs a file in this folder and an entry in this list. */
export const MAIL_KINDS: Readonly<Record<string, MailKind>> = {
  welcome_free: welcomeFree,
  welcome_paid: welcomePaid,
  contact_message: contactMessage,
  auth_confirm: authConfirm,
  auth_recovery: authRecovery,
  auth_magic_link: authMagicLink,
  auth_email_change: authEmailChange,
  auth_invite: authInvite,
  auth_reauthentication: authReauthentication,
  auth_notice: authNotice,
  auth_ceiling: authGlobalLimit,
}

/** Returns the kind of mail with that name, or undefined when there is none. */
export function findMailKind(kind: string): MailKind | undefined {
  return Object.hasOwn(MAIL_KINDS, kind) ? MAIL_KINDS[kind] : undefined
}
