import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@site/backend/database/port/database'
import { BACKUP_MANIFEST_FILE_NAME } from '@site/contract/backup-manifest'
import { RESTORE_RECORD_FILE_NAME, restoreRecordSchema } from '@site/contract/restore-record'
import { sql } from 'kysely'
import * as v from 'valibot'
import { holdSending } from './hold-sending.ts'

/**
 * Holds all mails and webhook events of a data folder that a backup was restored into, also one that was unpacked by hand, which leaves the
 * manifest of the archive. Then adds the restore to the audit log: `admin restore` left its description in a file. Both files are deleted
 * last. If the server is killed before, the next start finds the row and does not add it again. A file without a valid description adds
 * none, because it must not prevent a start.
 */
export async function recordRestore(database: Database, dataDir: string): Promise<void> {
  const file = join(dataDir, RESTORE_RECORD_FILE_NAME)
  const manifest = join(dataDir, BACKUP_MANIFEST_FILE_NAME)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (text === null && !existsSync(manifest)) return
  await holdSending(database, 'restored from a backup')
  const record = v.safeParse(v.pipe(v.string(), v.parseJson(), restoreRecordSchema), text)
  if (record.success) {
    const { at, who, detail, reason } = record.output
    await sql`
      insert into public.operator_acts (began_at, ended_at, who, via, act, detail, reason, outcome)
      select ${at}::timestamptz, ${at}::timestamptz, ${who}, 'command line', 'restore', ${detail}, ${reason}, 'done'
      where not exists (
        select from public.operator_acts a where a.act = 'restore' and a.began_at = ${at}::timestamptz
      )`.execute(database.kysely)
  }
  for (const mark of [file, manifest]) await rm(mark, { force: true })
}
