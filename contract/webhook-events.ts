/** The kinds of events that a target can get (docs/webhooks.md). Triggers and functions in the database queue them (`queue_event`). */
export const WEBHOOK_EVENT_KINDS = [
  'signup.created',
  'signup.confirmed',
  'account.confirmed',
  'payment.reported',
  'payment.verified',
  'message.received',
  'person.erased',
  'release.published',
  'mail.failing',
] as const
