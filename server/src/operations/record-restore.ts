import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@site/backend/database/port/database'
import { RESTORE_RECORD_FILE_NAME, restoreRecordSchema } from '@site/contract/restore-record'
import { sql } from 'kysely'
import * as v from 'valibot'

/**
 * Adds the restore that created this data folder to the audit log. `admin restore` left its description in a file, which is deleted after
 * the row is stored. If the server is killed in between, the next start finds the row and does not add it again. A file without a valid
 * description is deleted, because it must not prevent a start.
 */
export async function recordRestore({ kysely }: Database, dataDir: string): Promise<void> {
  const file = join(dataDir, RESTORE_RECORD_FILE_NAME)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return
  const record = v.safeParse(v.pipe(v.string(), v.parseJson(), restoreRecordSchema), text)
  if (record.success) {
    const { at, who, detail, reason } = record.output
    await sql`
      insert into public.operator_acts (began_at, ended_at, who, face, act, detail, reason, outcome)
      select ${at}::timestamptz, ${at}::timestamptz, ${who}, 'command line', 'restore', ${detail}, ${reason}, 'done'
      where not exists (
        select from public.operator_acts a where a.act = 'restore' and a.began_at = ${at}::timestamptz
      )`.execute(kysely)
  }
  await rm(file)
}
