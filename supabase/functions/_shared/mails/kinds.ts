import { ACCOUNT_CODE_MAILS } from './account-codes.ts'
import { accountChangeNoticeMail } from './auth-notice.ts'
import { contactMessageMail } from './contact-message.ts'
import type { MailKind } from './mail-content.ts'
import { messageAnswerMail } from './message-answer.ts'
import { globalLimitAlarmMail, mailOutageMail } from './operator-notices.ts'
import { signupConfirmationMail } from './signup-confirmation.ts'
import { freeWelcomeMail, paidWelcomeMail, waveInvitationMail } from './welcomes.ts'

/** All kinds of mail, by the column `kind` of the outbox row. A new kind needs an entry in this list. */
export const MAIL_KINDS: Readonly<Record<string, MailKind>> = {
  welcome_free: freeWelcomeMail,
  welcome_paid: paidWelcomeMail,
  signup_confirmation: signupConfirmationMail,
  wave_invitation: waveInvitationMail,
  contact_message: contactMessageMail,
  message_answer: messageAnswerMail,
  ...ACCOUNT_CODE_MAILS,
  auth_notice: accountChangeNoticeMail,
  auth_global_limit: globalLimitAlarmMail,
  auth_outage: mailOutageMail,
}

/** Returns the kind of mail with the given name, or undefined when there is none. */
export function findMailKind(kind: string): MailKind | undefined {
  return Object.hasOwn(MAIL_KINDS, kind) ? MAIL_KINDS[kind] : undefined
}
