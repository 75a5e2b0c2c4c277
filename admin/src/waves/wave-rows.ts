import * as v from 'valibot'

const count = v.optional(v.number(), 0)

/** The result of the database function `plan_wave`: whom a wave would invite. */
export const wavePlanSchema = v.object({
  size: v.number(),
  invited: v.number(),
  is_started: v.boolean(),
  eligible: v.number(),
  spots: v.number(),
  would_invite: v.number(),
  first: v.array(v.object({ name: v.string(), email: v.string(), created_at: v.string() })),
  left_out: v.object({
    invited: count,
    flagged: count,
    verified: count,
    unreachable: count,
    erased: count,
    unconfirmed: v.optional(v.number()),
  }),
  unknown: v.array(v.string()),
})
export type WavePlan = v.InferOutput<typeof wavePlanSchema>

/**
 * The result of the database function `send_wave`, which invites one batch: `invited` counts this batch, `total` all batches of the wave.
 * `after` is the id of the last person whom the batch invited, for the next call. An older database does not return it.
 */
export const waveBatchSchema = v.object({
  invited: v.number(),
  total: v.number(),
  size: v.number(),
  spots: v.number(),
  after: v.nullish(v.pipe(v.string(), v.uuid())),
})

/** The selection that is stored with a wave. `list` is a keyed hash of the addresses. */
export const storedSelectionSchema = v.union([
  v.object({ list: v.string() }),
  v.object({
    next: v.number(),
    status: v.optional(v.string()),
    since: v.optional(v.string()),
    until: v.optional(v.string()),
  }),
])
export type StoredSelection = v.InferOutput<typeof storedSelectionSchema>

/** A row of the database function `list_waves`: a wave, and how many of its mails were sent, wait or were given up. */
export const waveRowSchema = v.object({
  wave: v.string(),
  created_at: v.string(),
  selection: storedSelectionSchema,
  size: v.number(),
  invited: v.number(),
  sent: v.number(),
  waiting: v.number(),
  given_up: v.number(),
  erased: v.number(),
})
export type WaveRow = v.InferOutput<typeof waveRowSchema>
