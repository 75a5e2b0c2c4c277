/** The kinds of events that a target can get (docs/webhooks.md). The triggers of supabase/schemas/15_webhooks.sql queue them. */
export const WEBHOOK_EVENT_KINDS = [
  'signup.created',
  'account.confirmed',
  'payment.reported',
  'payment.verified',
  'message.received',
  'person.erased',
  'release.published',
] as const
