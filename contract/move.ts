import * as v from 'valibot'

const text = v.pipe(v.string(), v.maxLength(4_096))

/** Validates the request that starts a move, or with `dry_run` its preview, at POST /operations/v1/move. */
export const moveRequestSchema = v.object({
  /** The connection string of the target database, or `own`. */
  to: text,
  /** API address and secret key of the Supabase project whose database is `to`; null for any other target. */
  supabase: v.optional(v.nullable(v.object({ url: text, secret_key: text })), null),
  dry_run: v.boolean(),
})

const tables = v.array(v.object({ name: v.string(), rows: v.number() }))
const reportSchema = v.object({
  source: v.string(),
  target: v.string(),
  tables,
  /** The number of stored files, their total size, and the names of those that are missing or damaged. */
  files: v.object({ files: v.number(), bytes: v.number(), faulty: v.array(v.string()) }),
  /** Whether stored files are uploaded to the target, which is a Supabase project. Otherwise they stay in DATA_DIR. */
  filesGo: v.boolean(),
  /** The tables that the move leaves out, with their numbers of rows. */
  leftBehind: tables,
  nextStep: v.string(),
})

/** Validates one line of the streamed response (newline-delimited JSON). The last line is `done` or `failed`. */
export const moveEventSchema = v.variant('event', [
  v.object({ event: v.literal('step'), step: v.string(), total: v.number() }),
  v.object({ event: v.literal('advance'), by: v.number() }),
  v.object({ event: v.literal('still here') }),
  v.object({ event: v.literal('failed'), message: v.string() }),
  v.object({ event: v.literal('done'), report: reportSchema }),
])

export type MoveRequest = v.InferOutput<typeof moveRequestSchema>
export type MoveReport = v.InferOutput<typeof reportSchema>
export type MoveEvent = v.InferOutput<typeof moveEventSchema>
