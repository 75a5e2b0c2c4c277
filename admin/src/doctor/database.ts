import type { ServerStatus } from '../server-status.ts'
import { formatSize } from '../view/text.ts'
import { createAdviceFinding, createBrokenFinding, createOkFinding, type DoctorFinding } from './finding.ts'

const WHAT = 'database'
/** PostgreSQL warns from 40 million transactions before the end on; autovacuum freezes rows at 200 million. */
const OLD_TRANSACTIONS = 1_000_000_000

/** Describes the database: whose it is, its version and size, damaged pages, and rows that were not vacuumed for too long. */
export function describeDatabase({ isOwn, state }: ServerStatus['database']): DoctorFinding[] {
  if (state === null) return []
  const { version, sizeBytes, oldestTransactionAge, checksumFailures } = state
  const findings = [
    createOkFinding(
      WHAT,
      `${isOwn ? 'its own PostgreSQL' : 'another PostgreSQL'} ${version}, ${formatSize(sizeBytes)}, oldest transaction ${oldestTransactionAge.toLocaleString('en')} ago`,
    ),
  ]
  if (checksumFailures > 0)
    findings.push(
      createBrokenFinding(WHAT, `${checksumFailures} damaged pages were read: check the disk, and restore a backup`),
    )
  if (oldestTransactionAge > OLD_TRANSACTIONS)
    findings.push(createAdviceFinding(WHAT, 'autovacuum does not keep up: run VACUUM FREEZE with psql'))
  return findings
}
