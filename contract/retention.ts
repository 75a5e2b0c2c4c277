/**
 * Maximum retention of personal data, in days. The SQL function `apply_retention` (supabase/migrations) deletes older data, and the privacy
 * policy states the periods. Tests compare both with these values.
 */
export const RETENTION_DAYS = {
  /** Messages of the contact form, whether the founders have replied or not. */
  messages: 730,
  /** Recipient addresses of mails in the outbox, counted from the time at which a mail was sent or failed permanently. */
  mails: 90,
  /** Amount and order id of a payment that a browser reported but no operator verified. The row of the sign-up itself is kept. */
  paymentClaims: 365,
} as const
