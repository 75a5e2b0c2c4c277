/**
 * Error messages that the website, the edge functions and the database send each other, worded as in sections 5 and 8 of the spec. Texts
 * that only one page shows are defined beside that page.
 */

/** Messages of the validation schemas. The website shows the first message that applies to a field. */
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

/** Reasons to flag a buyer's row for review by an operator, in addition to `VALIDATION_ERRORS`. */
export const FLAGGED_BUYER_REASONS = {
  nameMadeUp: 'Name looks made up',
  emailMadeUp: 'Email looks made up',
  otherPayment: 'Another payment was reported',
  otherAddress: 'The payment has another address',
} as const

/** Messages for a rejected insert into early_access_users, by SQLSTATE: 23505 (`taken`), 23502 (`missing`), any other (`failed`). */
export const SIGNUP_INSERT_ERRORS = {
  taken: 'Email already registered',
  missing: 'Missing required information',
  failed: 'Registration failed. Please try again.',
} as const

/** Title and text of a toast. In an error response both are one string, formatted by `formatToastNotice`. */
export type ToastNotice = { title: string; text: string }

/**
 * Error when a sign-up rate limit is reached: that of the e-mail address or that of the client's IP network. The text must not reveal which
 * one.
 */
export const TOO_MANY_ATTEMPTS_NOTICE = {
  title: 'Too Many Attempts',
  text: 'Please wait before trying again.',
} as const satisfies ToastNotice

/** Error when the bot screening rejected a sign-up. */
export const SECURITY_CHECK_FAILED_NOTICE = {
  title: 'Security Check Failed',
  text: 'Please contact support if you believe this is an error.',
} as const satisfies ToastNotice

/** Formats a notice as 'Title: Text', its form as an error message in a response. */
export function formatToastNotice(notice: ToastNotice): string {
  return `${notice.title}: ${notice.text}`
}

/**
 * Error messages of the contact form. `unsent`: the request failed with an error that has no message. `failed`: the response has no message
 * and `success: false`. `unstored`: the contact message could not be stored, or any other error occurred.
 */
export const CONTACT_ERRORS = {
  unsent: 'Failed to send email',
  failed: 'Email sending failed',
  unstored: 'Failed to send message. Please try again.',
} as const

/** Note when the welcome mail of a stored sign-up could not be sent at once. The mail stays in the outbox and is retried. */
export const WELCOME_MAIL_DELAYED_TEXT = 'Signup successful, but welcome email may be delayed.'
