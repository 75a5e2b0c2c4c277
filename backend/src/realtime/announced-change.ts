import * as v from 'valibot'
import { type RowChange, rowChangeSchema } from '../database/row-change.ts'

/** A change with the very text that the database told it in: numbers of many digits are only exact there. */
export type AnnouncedChange = RowChange & {
  /** JSON with a member `record`. */
  json: string
}

/** Reads a notification; null when it is not of the agreed form. */
export function readAnnouncement(payload: string): AnnouncedChange | null {
  try {
    const parsed = v.safeParse(rowChangeSchema, JSON.parse(payload))
    return parsed.success ? { ...parsed.output, json: payload } : null
  } catch {
    return null
  }
}

/** The same change with a row that was read from the table, as `readRow` answers it. */
export function withRow(change: RowChange, row: { record: Record<string, unknown>; text: string }): AnnouncedChange {
  return { ...change, record: row.record, json: `{"record":${row.text}}` }
}
