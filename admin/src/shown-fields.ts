// The fields of data that an assistant sees unmasked, for the commands that share them.

const ROW_FIELDS = ['id', 'created_at'] as const
const PAYMENT_FIELDS = [
  'is_paid',
  'amount',
  'currency',
  'payment_verified',
  'payment_reversal',
  'verified',
  'reversal',
  'claimed_at',
] as const
export const SIGNUP_FIELDS = [
  ...ROW_FIELDS,
  ...PAYMENT_FIELDS,
  'consent_at',
  'consent_form',
  'invited_at',
  'wave',
  'confirm_by',
  'confirmed_at',
] as const
export const PAYMENT_EVENT_FIELDS = ['type', 'happened_at', 'received_at'] as const
export const MESSAGE_FIELDS = [...ROW_FIELDS, 'answered_at'] as const
export const MAIL_FIELDS = [...ROW_FIELDS, 'kind', 'attempts', 'due_at', 'sent_at', 'gave_up_at'] as const
export const EVENT_FIELDS = [
  ...ROW_FIELDS,
  'target',
  'kind',
  'attempts',
  'due_at',
  'delivered_at',
  'gave_up_at',
  'last_error',
] as const
export const MAIL_COUNTS_FIELDS = [
  'waiting',
  'given_up',
  'sent',
  'sent_last_hour',
  'failing_since',
  'failure',
  'resumes_at',
  'trouble',
] as const
export const TARGET_FIELDS = ['waiting', 'dead', 'delivered', 'overdue_seconds', 'failing_since'] as const
export const ACCOUNT_FIELDS = [...ROW_FIELDS, 'updated_at', 'last_sign_in_at', 'invited_at', 'banned_until'] as const
export const WAVE_FIELDS = ['wave', 'created_at', 'size', 'invited', 'spots', 'erased'] as const
export const WAVE_PLAN_FIELDS = [
  ...WAVE_FIELDS,
  'eligible',
  'would_invite',
  'first',
  'left_out',
  'unconfirmed',
  'flagged',
  'verified',
  'unreachable',
] as const
export const RELEASE_FIELDS = ['version', 'before', 'halted', 'staged', 'versions', 'done'] as const
