import { accountConfirmationMail } from './auth-confirm.ts'
import { emailChangeMail } from './auth-email-change.ts'
import { globalLimitAlarmMail } from './auth-global-limit.ts'
import { invitationMail } from './auth-invite.ts'
import { magicLinkMail } from './auth-magic-link.ts'
import { accountChangeNoticeMail } from './auth-notice.ts'
import { mailOutageMail } from './auth-outage.ts'
import { reauthenticationMail } from './auth-reauthentication.ts'
import { passwordRecoveryMail } from './auth-recovery.ts'
import { contactMessageMail } from './contact-message.ts'
import type { MailKind } from './mail-content.ts'
import { messageAnswerMail } from './message-answer.ts'
import { signupConfirmationMail } from './signup-confirmation.ts'
import { waveInvitationMail } from './wave-invitation.ts'
import { freeWelcomeMail } from './welcome-free.ts'
import { paidWelcomeMail } from './welcome-paid.ts'

/** All kinds of mail, by the column `kind` of the outbox row. A new kind needs a file in this folder and an entry in this list. */
export const MAIL_KINDS: Readonly<Record<string, MailKind>> = {
  welcome_free: freeWelcomeMail,
  welcome_paid: paidWelcomeMail,
  signup_confirmation: signupConfirmationMail,
  wave_invitation: waveInvitationMail,
  contact_message: contactMessageMail,
  message_answer: messageAnswerMail,
  auth_confirm: accountConfirmationMail,
  auth_recovery: passwordRecoveryMail,
  auth_magic_link: magicLinkMail,
  auth_email_change: emailChangeMail,
  auth_invite: invitationMail,
  auth_reauthentication: reauthenticationMail,
  auth_notice: accountChangeNoticeMail,
  auth_global_limit: globalLimitAlarmMail,
  auth_outage: mailOutageMail,
}

/** Returns the kind of mail with the given name, or undefined when there is none. */
export function findMailKind(kind: string): MailKind | undefined {
  return Object.hasOwn(MAIL_KINDS, kind) ? MAIL_KINDS[kind] : undefined
}
