/**
 * Maximum retention of personal data, in days. The SQL function `apply_retention` (supabase/schemas) deletes older data, and the privacy
 * policy states the retention periods. Tests compare the function and the policy with these values.
 */
export const PERSONAL_DATA_RETENTION_DAYS = {
  /** Retention of messages that visitors sent with the contact form, whether the founders have replied or not. */
  messages: 730,
  /** Retention of the recipient addresses in the mail outbox, counted from the time at which the mail was sent or failed permanently. */
  mails: 90,
  /**
   * Retention of the amount and order id of a payment that a browser reported but that was not verified, or was refunded. The sign-up's row
   * itself is kept.
   */
  paymentClaims: 365,
  /** Retention of the payment provider's events whose order no sign-up has. All others are kept as long as the sign-up has the order. */
  paymentEvents: 90,
  /** Maximum retention of unconfirmed sign-ups without a reported payment (double opt-in). The setting `confirm_within_hours` is at most this many days. */
  unconfirmedSignups: 30,
  /** Retention of webhook events, counted from the time at which they were delivered or given up. */
  events: 30,
} as const
