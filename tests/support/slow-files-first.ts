import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take long, because they wait or move whole data folders. The first waits for a minute. */
const SLOW = [
  'tests/rules/rare-log-events.test.ts',
  'tests/rules/shipping.test.ts',
  'tests/rules/admin-move.test.ts',
  'tests/rules/admin-backup.test.ts',
  'tests/rules/admin-backup-files.test.ts',
  'tests/rules/mail.test.ts',
  'tests/rules/faults.test.ts',
  'tests/rules/http-limits.test.ts',
  'packages/backend/test/http-connections.test.ts',
  'packages/backend/src/database/postgres/postgres.integration.test.ts',
]

/**
 * Starts the slow test files first and the other files in vitest's default order. If the slow files started last, the processors
 * would be idle while they wait.
 */
export class SlowFilesFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = SLOW.findIndex((file) => moduleId.endsWith(file))
      return place === -1 ? SLOW.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
