import * as v from 'valibot'

/** The channel on which the database announces every row change of the `supabase_realtime` publication. */
export const ROW_CHANGE_CHANNEL = 'realtime_changes'

const row = v.record(v.string(), v.unknown())

/**
 * One row change, as the database announces it after commit. Values are in the format of `to_jsonb`: timestamps as ISO text, numeric
 * and int8 as JSON numbers.
 */
export const rowChangeSchema = v.object({
  schema: v.string(),
  table: v.string(),
  type: v.picklist(['INSERT', 'UPDATE', 'DELETE']),
  /** ISO text with microseconds. */
  commit_timestamp: v.string(),
  /** The columns that `record` may have, in the table's order, with PostgreSQL's type names (`text`, `int4`). */
  columns: v.array(v.object({ name: v.string(), type: v.string() })),
  /** Column names of the primary key. */
  primary_key: v.array(v.string()),
  /** The new row; null for DELETE; only the primary key when `truncated`. */
  record: v.nullable(row),
  /** Null for INSERT. Otherwise the primary key, or the whole old row when the table's replica identity is full. */
  old_record: v.nullable(row),
  /** The change was too large for a notification: the row must be read by its primary key. `columns` is empty then. */
  truncated: v.boolean(),
})

/** See `rowChangeSchema`. */
export type RowChange = v.InferOutput<typeof rowChangeSchema>
