import * as v from 'valibot'
import { FINDING_STATES } from '../../src/doctor/finding.ts'
import {
  accountSchema,
  contactAnswerRowSchema,
  contactMessageRowSchema,
  mailTroubleSchema,
  operatorActRowSchema,
  outboxMailCountsSchema,
  outboxMailRowSchema,
  settingChangeRowSchema,
  signupCountsSchema,
  signupPeriodSchema,
  signupRowSchema,
  webhookCountsSchema,
  webhookEventRowSchema,
} from '../../src/rows.ts'
import { wavePlanSchema, waveRowSchema } from '../../src/waves/wave-rows.ts'

// The schemas of the data that commands return. For table rows they are the schemas with which the commands themselves read the rows.

const text = v.string()
const count = v.number()
const counts = v.record(text, count)

const mailStateSchema = v.object({
  paused: v.boolean(),
  counts: outboxMailCountsSchema,
  trouble: v.nullable(mailTroubleSchema),
})

export const todaySchema = v.object({
  read_at: text,
  signups: v.array(v.object({ ...signupPeriodSchema.entries, refused: v.nullable(counts) })),
  /** The free and paid sign-ups of this day, in the time zone of this computer. */
  signups_today: count,
  spots: v.object({ remaining: count, countsDown: v.boolean(), signups: signupCountsSchema }),
  changes: v.array(settingChangeRowSchema),
  mail: mailStateSchema,
  messages: v.object({ open: count, oldest: v.array(contactMessageRowSchema) }),
  // The days of `downloads` are in UTC. `downloads`, `errors` and the `refused` of `signups` are null when the host does not count them.
  downloads: v.nullable(v.object({ since: text, downloads: count, platforms: counts, versions: counts, days: counts })),
  errors: v.nullable(v.object({ total: count, services: counts })),
})
export type TodayAnswer = v.InferOutput<typeof todaySchema>

export const signupsSchema = v.array(signupRowSchema)
export type SignupRow = v.InferOutput<typeof signupRowSchema>

export const personSchema = v.object({
  address: text,
  signups: v.array(signupRowSchema),
  messages: v.array(contactMessageRowSchema),
  mails: v.array(outboxMailRowSchema),
  account: v.nullable(accountSchema),
})
export type PersonAnswer = v.InferOutput<typeof personSchema>

const rows = v.array(v.unknown())
/** Everything that the site stores about a person. The columns are not checked, because the dialogs only count the rows. */
export const wholePersonSchema = v.object({
  signups: rows,
  payments: rows,
  messages: rows,
  mails: rows,
  events: rows,
  account: v.nullable(v.unknown()),
})

export type WholePerson = v.InferOutput<typeof wholePersonSchema>

// Strict, so that the dialog cannot leave out rows that `privacy erase` deletes: an unknown field is an error.
export const erasePreviewSchema = v.strictObject({
  ...wholePersonSchema.entries,
  done: v.literal(false),
  changes: count,
})
export const erasedSchema = v.object({ done: v.literal(true), signups: count, messages: count, mails: count })

export const importPreviewSchema = v.object({ done: v.literal(false), listed: count })
export const importedSchema = v.object({ done: v.literal(true), listed: count, added: count })

export const messagesSchema = v.array(contactMessageRowSchema)
export type MessageRow = v.InferOutput<typeof contactMessageRowSchema>
export const messageSchema = v.object({ ...contactMessageRowSchema.entries, answers: v.array(contactAnswerRowSchema) })
export type MessageWithAnswers = v.InferOutput<typeof messageSchema>
export const answeredSchema = v.object({ id: text, mail_id: text })

export const mailsSchema = v.object({ ...mailStateSchema.entries, mails: v.array(outboxMailRowSchema) })
export type MailRow = v.InferOutput<typeof outboxMailRowSchema>
/** The preview of a command that sends mails or webhook events: how many it would send. */
export const wouldSendSchema = v.object({ would_send: count })
/** The result of a command that sends mails or webhook events. `replayed` is the number of webhook events, absent for mails. */
export const sentAgainSchema = v.object({ replayed: v.optional(count) })
export const kindsSchema = v.object({ kinds: v.array(text) })
export const previewSchema = v.object({
  kind: text,
  from: v.object({ name: text, address: text }),
  replyTo: v.nullable(text),
  subject: text,
  text,
})

const shownSettingSchema = v.object({ key: text, value: text, values: text, meaning: text })
export type SettingRow = v.InferOutput<typeof shownSettingSchema>
export const settingsSchema = v.array(shownSettingSchema)
export const changesSchema = v.array(settingChangeRowSchema)

export const actsSchema = v.array(operatorActRowSchema)
export type ActRow = v.InferOutput<typeof operatorActRowSchema>

export const doctorSchema = v.object({
  broken: v.boolean(),
  findings: v.array(v.object({ state: v.picklist(FINDING_STATES), what: text, text })),
})

export const releasesSchema = v.object({
  current: v.nullable(text),
  beta: v.nullable(text),
  releases: v.array(
    v.object({
      version: text,
      releaseDate: text,
      publishedAt: text,
      signed: v.boolean(),
      channel: v.optional(text),
      staged: v.optional(count),
      halted: v.optional(v.unknown()),
      notes: v.optional(text),
      size: v.optional(v.record(text, v.optional(count))),
    }),
  ),
})

const foundFileSchema = v.object({
  platform: text,
  path: text,
  size: count,
  sha256: text,
  madeFor: v.nullable(text),
  statedVersion: v.nullable(text),
  makerSignature: v.picklist(['authenticode', 'apple', 'none']),
})
export type FoundFile = v.InferOutput<typeof foundFileSchema>

export const publishPreviewSchema = v.object({
  published: v.literal(false),
  version: text,
  before: v.nullable(text),
  keyId: v.nullable(text),
  installers: v.array(foundFileSchema),
  archives: v.array(foundFileSchema),
})
export const publishedSchema = v.object({ published: v.literal(true), version: text })
export const releaseKeysSchema = v.object({ keys: v.array(v.object({ id: text, publicKey: text })) })

export const wavesSchema = v.array(waveRowSchema)
export type WaveListed = v.InferOutput<typeof waveRowSchema>
export { wavePlanSchema }
export type WavePlanAnswer = v.InferOutput<typeof wavePlanSchema>
const waveCompleteSchema = v.object({ done: v.literal(true), total: count })
export const waveAskedSchema = v.union([
  waveCompleteSchema,
  v.object({ done: v.literal(false), ...wavePlanSchema.entries }),
])
export const waveSentSchema = v.object({ invited: count, total: count, size: count, spots: count })

export const webhooksSchema = v.object({ targets: webhookCountsSchema, events: v.array(webhookEventRowSchema) })
export type WebhookTarget = v.InferOutput<typeof webhookCountsSchema>[number]
export type WebhookEvent = v.InferOutput<typeof webhookEventRowSchema>
export const replayedSchema = v.object({ replayed: count })
/** A test mail: whether the mail server accepted it, else why not. */
export const mailTestedSchema = v.object({ sent: v.boolean(), reason: v.nullable(text) })
export const webhookTestedSchema = v.object({ delivered: v.boolean(), reason: v.nullable(text) })

export const backupsSchema = v.object({
  folder: text,
  backups: v.array(v.object({ name: text, size: count, taken_at: text })),
})
export const backupMadeSchema = v.object({ file: text, size: count, files: count })

export const doneSchema = v.unknown()
