import * as v from 'valibot'
import { operatorActRowSchema } from '../rows.ts'
import { awaitQueryResult } from '../site.ts'
import { formatLocalDateTime, pluralise } from '../view/text.ts'
import { advice, type DoctorCheck, type DoctorFinding, notChecked, ok } from './finding.ts'

const WHAT = 'backup'
const DAY_MS = 86_400_000
/** A day and a half: a daily job that ran late is no finding. */
const OLD_MS = 1.5 * DAY_MS

/** Says how old the last backup is, by the audit log, which records the backups of every folder and machine. */
export const checkBackups: DoctorCheck = async function* ({ site, status }) {
  if (status === null) return
  if (!status.database.isOwn) {
    yield notChecked(WHAT, 'this PostgreSQL is backed up by its own tools, such as pg_dump')
    return
  }
  const made = site.client.from('operator_acts').select('*').eq('act', 'backup').eq('outcome', 'done')
  const newest = made.order('began_at', { ascending: false }).limit(1)
  const [last] = await awaitQueryResult(site, v.array(operatorActRowSchema), newest)
  yield describeBackupAge(last === undefined ? null : last.began_at, new Date())
}

/** Returns the finding about the last backup, or about a site without one (null). */
export function describeBackupAge(takenAt: string | null, now: Date): DoctorFinding {
  if (takenAt === null) return advice(WHAT, 'No backup yet. Make one, then let it run daily.')
  const age = now.getTime() - Date.parse(takenAt)
  const text = `the last one was made ${formatLocalDateTime(takenAt)}`
  if (age < OLD_MS) return ok(WHAT, text)
  return advice(WHAT, `${text}, ${pluralise(Math.round(age / DAY_MS), 'day')} ago. Make one, then let it run daily.`)
}
