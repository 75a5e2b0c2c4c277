import * as v from 'valibot'

/**
 * The name of the file in DATA_DIR in which `admin restore` describes the restore. The restored database is not running then, so the server
 * adds the row to the audit log at its next start, and deletes the file.
 */
export const RESTORE_RECORD_FILE_NAME = 'restored.json'

/** The content of the file: the row of the audit log. */
export const restoreRecordSchema = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  who: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  detail: v.pipe(v.string(), v.maxLength(1000)),
  reason: v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(500))),
})
export type RestoreRecord = v.InferOutput<typeof restoreRecordSchema>
