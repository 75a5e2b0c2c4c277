import * as v from 'valibot'
import { type RowChange, rowChangeSchema } from '../database/port/row-change.ts'

/** A row change and the JSON text of its notification. The text is kept, because parsing it would round large numbers. */
export type RowChangeNotification = RowChange & {
  /**
   * The JSON text of an object whose field `record` is the row: the notification itself, or text with a row that was read from the table.
   */
  json: string
}

/** Parses a notification of a row change. Returns null when it is malformed. */
export function parseRowChangeNotification(payload: string): RowChangeNotification | null {
  try {
    const parsed = v.safeParse(rowChangeSchema, JSON.parse(payload))
    return parsed.success ? { ...parsed.output, json: payload } : null
  } catch {
    return null
  }
}

/**
 * Returns a row change with the row that `readRowWithoutRowSecurity` read from the table, because the change's notification was lost or too long for
 * the row.
 */
export function attachFetchedRow(
  change: RowChange,
  row: { record: Record<string, unknown>; text: string },
): RowChangeNotification {
  return { ...change, record: row.record, json: `{"record":${row.text}}` }
}
