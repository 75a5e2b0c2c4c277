import * as v from 'valibot'
import { type RowChange, rowChangeSchema } from '../database/row-change.ts'

/** A row change with the JSON text of the notification, because parsing would round large numbers. */
export type AnnouncedChange = RowChange & {
  /** JSON with a member `record`. */
  json: string
}

/** Parses a notification, or returns null when it is malformed. */
export function readAnnouncement(payload: string): AnnouncedChange | null {
  try {
    const parsed = v.safeParse(rowChangeSchema, JSON.parse(payload))
    return parsed.success ? { ...parsed.output, json: payload } : null
  } catch {
    return null
  }
}

/** Returns the change with a row that `readRow` read from the table. */
export function withRow(change: RowChange, row: { record: Record<string, unknown>; text: string }): AnnouncedChange {
  return { ...change, record: row.record, json: `{"record":${row.text}}` }
}
