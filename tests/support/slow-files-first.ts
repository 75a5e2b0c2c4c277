import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take long and therefore start first: most of them wait (the first one for a minute), the others are groups of
 * contract tests.
 */
const WAITING = [
  'tests/contract/realtime-idle.test.ts',
  'tests/contract/mail.test.ts',
  'tests/contract/together/people.test.ts',
  'tests/contract/together/sign-ins.test.ts',
  'tests/contract/http-limits.test.ts',
  'tests/contract/http-connections.test.ts',
  'tests/contract/together/rows.test.ts',
  'tests/contract/together/files.test.ts',
  'backend/src/database/postgres/postgres.integration.test.ts',
]

/**
 * Starts the slow test files first and the other files in vitest's default order. If the slow files started last, the processors
 * would be idle while they wait.
 */
export class SlowFilesFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = WAITING.findIndex((file) => moduleId.endsWith(file))
      return place === -1 ? WAITING.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
