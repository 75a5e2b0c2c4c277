/**
 * Maximum retention of personal data, in days. The database deletes the data (`apply_retention` in supabase/migrations), the privacy
 * policy states the periods, and tests compare both with these values.
 */
export const RETENTION_DAYS = {
  /** Messages of the contact form, answered or not. */
  messages: 730,
  /** Recipients of mails in the outbox, counted from sending or giving up. */
  mails: 90,
  /** Amount and order id of an unverified payment claim; the row of the sign-up itself stays. */
  paymentClaims: 365,
} as const
