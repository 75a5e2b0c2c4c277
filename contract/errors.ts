/**
 * The sentences that cross the wire, as sections 5 and 8 of the spec have them. Texts that only the page shows live with
 * the page.
 */

/** What a validation answers; the first that applies is the one a visitor sees. */
export const VALIDATION_ERRORS = {
  nameRequired: 'Name is required',
  nameTooLong: 'Name too long',
  nameCharacters: 'Name contains invalid characters',
  nameContent: 'Name contains suspicious content',
  emailRequired: 'Email is required',
  emailFormat: 'Invalid email format',
  emailTooLong: 'Email too long',
  emailDomain: 'Email domain not allowed',
  messageRequired: 'Message is required',
  messageTooLong: 'Message too long',
  paymentAmount: 'Invalid payment amount for paid user',
  orderId: 'Invalid order id',
} as const

/** Why an operator should look at a buyer's row, beside the messages of the validation. */
export const REVIEW_REASONS = {
  nameMadeUp: 'Name looks made up',
  emailMadeUp: 'Email looks made up',
  otherPayment: 'Another payment was reported',
} as const

/** What a refused insert into early_access_users means to the visitor: 23505, 23502, and anything else. */
export const REGISTRATION_ERRORS = {
  taken: 'Email already registered',
  missing: 'Missing required information',
  failed: 'Registration failed. Please try again.',
} as const

/** A toast: its title and its text. The wire carries both as one sentence, see `asSentence`. */
export type Notice = { title: string; text: string }

/** Three attempts for an address in 15 minutes, or too many from one source: the words never say which. */
export const TOO_MANY_ATTEMPTS = {
  title: 'Too Many Attempts',
  text: 'Please wait before trying again.',
} as const satisfies Notice

/** The bot screening refused. */
export const SECURITY_CHECK_FAILED = {
  title: 'Security Check Failed',
  text: 'Please contact support if you believe this is an error.',
} as const satisfies Notice

/** 'Title: Text', the form in which a notice is an error message on the wire. */
export function asSentence(notice: Notice): string {
  return `${notice.title}: ${notice.text}`
}

/**
 * Contact form: `unsent` when the call answered an error without words, `failed` when it said no without words,
 * `unstored` when the message could not be kept or anything else went wrong.
 */
export const CONTACT_ERRORS = {
  unsent: 'Failed to send email',
  failed: 'Email sending failed',
  unstored: 'Failed to send message. Please try again.',
} as const

/** The welcome mail could not be delivered at once; the outbox keeps it and tries again. */
export const WELCOME_MAIL_LATE = 'Signup successful, but welcome email may be delayed.'
