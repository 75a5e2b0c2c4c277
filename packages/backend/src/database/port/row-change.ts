import * as v from 'valibot'

/** The channel on which the database announces every row change of the `supabase_realtime` publication. */
export const ROW_CHANGE_CHANNEL = 'realtime_changes'

const row = v.record(v.string(), v.unknown())

/**
 * One row change, in the format of the notification that the database sends after the commit. Values are in the format of `to_jsonb`:
 * timestamps as ISO text, numeric and int8 as JSON numbers.
 */
export const rowChangeSchema = v.object({
  schema: v.string(),
  table: v.string(),
  type: v.picklist(['INSERT', 'UPDATE', 'DELETE']),
  /** The time of the commit, as ISO text with microseconds. */
  commit_timestamp: v.string(),
  /** The columns that `record` may have, in the table's order, with PostgreSQL's type names (`text`, `int4`). */
  columns: v.array(v.object({ name: v.string(), type: v.string() })),
  /** The column names of the table's primary key. */
  primary_key: v.array(v.string()),
  /** The new row. Null for DELETE; contains only the primary key when `truncated` is true. */
  record: v.nullable(row),
  /** The old row. Null for INSERT; otherwise the primary key, or the whole row when the table's replica identity is full. */
  old_record: v.nullable(row),
  /** True when the change was too large for a notification. The row must then be read by its primary key, and `columns` is empty. */
  truncated: v.boolean(),
})

/** One row change that the database announces after the commit. `rowChangeSchema` describes its properties. */
export type RowChange = v.InferOutput<typeof rowChangeSchema>
