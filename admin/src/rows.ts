import * as v from 'valibot'

// The schemas of the table rows that this program reads. They ignore unknown columns, so that a newer database does not break an older
// program.

const text = v.string()
const moment = v.nullable(v.string())

/** A row of the table `app_settings`. */
export const settingRowSchema = v.object({ key: text, value: text, updated_at: text })

/** A row of the table `setting_changes`. */
export const settingChangeRowSchema = v.object({
  id: v.number(),
  key: text,
  old_value: v.nullable(text),
  new_value: v.nullable(text),
  reason: v.nullable(text),
  changed_at: text,
})

/** A row of the table `early_access_users`. */
export const signupRowSchema = v.object({
  id: text,
  name: text,
  email: text,
  is_paid: v.boolean(),
  amount: v.nullable(v.union([v.number(), text])),
  order_id: v.nullable(text),
  payment_verified: v.boolean(),
  consent_wording: text,
  consent_at: text,
  consent_form: text,
  created_at: text,
  flag_reason: v.nullable(text),
  claimed_at: moment,
  /** `currency` and `verified` are missing in a claim that only a browser reported. */
  further_claims: v.array(
    v.object({
      order_id: text,
      amount: v.number(),
      claimed_at: text,
      currency: v.optional(text),
      verified: v.optional(v.boolean()),
      reversal: v.optional(v.picklist(['refunded', 'withdrawn'])),
    }),
  ),
  currency: v.nullable(text),
  /** Why a payment that was verified counts no longer. */
  payment_reversal: v.nullable(v.picklist(['refunded', 'withdrawn'])),
  invited_at: moment,
  wave: v.nullable(text),
  /** Set while the sign-up is unconfirmed. */
  confirm_by: moment,
  confirmed_at: moment,
})
export type Signup = v.InferOutput<typeof signupRowSchema>

/** The result of the database function `count_signups`. The other numbers do not include the unconfirmed ones. */
export const signupCountsSchema = v.object({
  all: v.number(),
  paid_claims: v.number(),
  paid_verified: v.number(),
  flagged: v.number(),
  unconfirmed: v.number(),
  last_day: v.number(),
  last_week: v.number(),
})

/** An entry of the result of the database function `count_signups_by_period`. */
export const signupPeriodSchema = v.object({
  at: text,
  free: v.number(),
  paid: v.number(),
  refused: v.record(text, v.number()),
})

/** An account, as the auth service returns it: the fields that this program uses. */
export const accountSchema = v.object({
  id: text,
  email: v.nullish(text),
  phone: v.nullish(text),
  created_at: text,
  updated_at: text,
  new_email: v.nullish(text),
  email_change_sent_at: v.nullish(text),
  last_sign_in_at: v.nullish(text),
  email_confirmed_at: v.nullish(text),
  invited_at: v.nullish(text),
  banned_until: v.nullish(text),
})

/** An event of the payment provider, as the database function `find_person` returns it. */
export const paymentEventRowSchema = v.object({
  id: text,
  type: text,
  order_id: v.nullable(text),
  payment_id: v.nullable(text),
  happened_at: text,
  received_at: text,
})

/** A row of the table `contact_messages`. */
export const contactMessageRowSchema = v.object({
  id: text,
  name: text,
  email: text,
  message: text,
  created_at: text,
  answered_at: moment,
  note: v.nullable(text),
})

/** A row of the table `contact_answers`. */
export const contactAnswerRowSchema = v.object({
  id: text,
  answer: text,
  answered_by: text,
  mail_id: text,
  created_at: text,
})

/** A row of the table `mail_outbox`, without the column that contains the template's data. */
export const outboxMailRowSchema = v.object({
  id: text,
  kind: text,
  recipient: v.nullable(text),
  attempts: v.number(),
  due_at: text,
  sent_at: moment,
  gave_up_at: moment,
  last_error: v.nullable(text),
  created_at: text,
})
/** The columns of `outboxMailRowSchema`, as the `select` parameter of the data API takes them. */
export const OUTBOX_MAIL_COLUMNS = Object.keys(outboxMailRowSchema.entries).join(',')
export type OutboxMail = v.InferOutput<typeof outboxMailRowSchema>

/** A row of the table `webhook_outbox`, without the data that is sent and without the hash of the person. */
export const webhookEventRowSchema = v.object({
  id: text,
  event_id: text,
  target: text,
  kind: text,
  attempts: v.number(),
  due_at: text,
  delivered_at: moment,
  gave_up_at: moment,
  last_error: v.nullable(text),
  created_at: text,
})
/** The columns of `webhookEventRowSchema`, as the `select` parameter of the data API takes them. */
export const WEBHOOK_EVENT_COLUMNS = Object.keys(webhookEventRowSchema.entries).join(',')
export type WebhookEventRow = v.InferOutput<typeof webhookEventRowSchema>

/** The result of the database function `count_webhooks`: one object for each target. */
export const webhookCountsSchema = v.array(
  v.object({
    target: text,
    is_configured: v.boolean(),
    has_personal_data: v.boolean(),
    is_stopped: v.boolean(),
    failing_since: moment,
    waiting: v.number(),
    dead: v.number(),
    delivered: v.number(),
    overdue_seconds: v.number(),
  }),
)
export type WebhookCounts = v.InferOutput<typeof webhookCountsSchema>[number]

/** A row of the table `download_counts`. */
export const downloadCountRowSchema = v.object({ day: text, platform: text, version: text, downloads: v.number() })

/** The result of the database function `count_mail`. */
export const outboxMailCountsSchema = v.object({
  waiting: v.number(),
  given_up: v.number(),
  sent: v.number(),
  sent_last_hour: v.number(),
  /** Since the mail that waits longest was first due. */
  overdue_seconds: v.number(),
  is_limited: v.boolean(),
  slowest_seconds: v.number(),
  /** Since when the mail server has accepted no mail, and its last refusal; null while it accepts mail. */
  failing_since: moment,
  failure: v.nullable(text),
  /** Whether the failures last: several mails in a row, or for minutes. */
  is_failing: v.boolean(),
  /** When the next mail is tried, while several refusals in a row have paused the queue; otherwise null. */
  resumes_at: moment,
})

/**
 * Why mails wait longer than usual, the first of these that holds: nothing is sent since a restore (`held`); an operator paused all mail; the
 * mail server accepts no mail; the hourly limit is reached; or no server sends mail. `command` sends the mails.
 */
export const mailTroubleSchema = v.object({
  kind: v.picklist(['held', 'paused', 'failing', 'limited', 'late']),
  text: text,
  command: v.nullable(text),
})

/** A row of the table `operator_acts`. */
export const operatorActRowSchema = v.object({
  id: v.number(),
  began_at: text,
  ended_at: moment,
  who: text,
  via: text,
  act: text,
  detail: text,
  reason: v.nullable(text),
  outcome: v.nullable(text),
})

/** A row of the table `hourly_counts`. */
export const hourlyCountRowSchema = v.object({ hour: text, what: text, label: text, amount: v.number() })
