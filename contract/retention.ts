/**
 * For how many days personal data is kept at most. The database does it (`apply_retention` in supabase/migrations), the
 * privacy policy says it, and the tests hold both to these figures.
 */
export const RETENTION_DAYS = {
  /** A message from the contact form, answered or not. */
  messages: 730,
  /** Whom a mail went to, after it was sent or given up. */
  mails: 90,
  /** Amount and order number of a payment that nobody verified; the sign-up itself stays. */
  paymentClaims: 365,
} as const
