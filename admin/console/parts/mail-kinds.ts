import { toWords } from './format.ts'

/** The names of the kinds of email that the site sends. */
export const MAIL_KIND_NAMES: Readonly<Record<string, string>> = {
  welcome_free: 'Welcome',
  welcome_paid: 'Welcome, paid',
  signup_confirmation: 'Confirm a sign-up',
  wave_invitation: 'Invitation',
  contact_message: 'Message to you',
  message_answer: 'Your answer',
  auth_confirm: 'Confirm an account',
  auth_recovery: 'Forgotten password',
  auth_magic_link: 'Sign-in link',
  auth_email_change: 'New address',
  auth_invite: 'Invitation to an account',
  auth_reauthentication: 'Security code',
  auth_notice: 'Account changed',
  auth_global_limit: 'Alarm: a limit is reached',
  auth_outage: 'Alarm: mail fails',
}

/** Returns the name of a kind of email. */
export function formatMailKind(kind: string): string {
  return MAIL_KIND_NAMES[kind] ?? toWords(kind)
}
