import { stripVTControlCharacters } from 'node:util'
import type { CheckResult } from '../checks/run-checks.ts'

/** The parts of `npm test`, in the order in which they run. */
export const TEST_RUN_PARTS = ['checks', 'unit', 'integration', 'rules', 'journeys', 'whole'] as const

export type TestRunPart = (typeof TEST_RUN_PARTS)[number]

/**
 * The result of one test. Skipped tests count as failed. `tags` holds the numbers of the requirements that the test proves (without the @ of
 * Playwright). `reason` is the beginning of a failed test's error.
 */
export type TestRecord = {
  part: TestRunPart
  title: string
  file: string
  tags: readonly string[]
  status: 'passed' | 'failed'
  reason?: string | undefined
}

/** The lines of an error that a record keeps: with them, the end of a log tells why a test failed, also when the rest is cut off. */
const REASON_LINES = 8

/** Returns the beginning of an error for `TestRecord.reason`, without colours, blank lines and stack traces. */
export function shortenReason(error: string | undefined): string | undefined {
  const lines = stripVTControlCharacters(error ?? '').split('\n')
  const told = lines.filter((line) => line.trim() !== '' && !/^\s+at /.test(line)).slice(0, REASON_LINES)
  return told.length === 0 ? undefined : told.map((line) => line.slice(0, 240)).join('\n')
}

/** Converts the results of the linter, compiler and other checks to records of the test report. */
export function convertCheckResults(results: CheckResult[]): TestRecord[] {
  return results.map(({ title, complaints }) => ({
    part: 'checks',
    title,
    file: 'tools/check.ts',
    tags: [],
    status: complaints.length === 0 ? 'passed' : 'failed',
    reason: shortenReason(complaints.join('\n')),
  }))
}

/** Creates a failed record for an error outside of any test, such as a runner that crashed. */
export function createFailedRecord(part: TestRunPart, title: string): TestRecord {
  return { part, title, file: 'tools/test.ts', tags: [], status: 'failed' }
}

/** Adds a failed record when no test ran, or when the test runner exited with an error although no test failed. */
export function addRunnerFailure(
  part: TestRunPart,
  records: TestRecord[],
  exitCode: number,
  args: readonly string[] = [],
): TestRecord[] {
  const reason = args.length > 0 ? `no test of ${part} ran with the arguments ${args.join(' ')}` : 'no test ran'
  if (records.length === 0) return [createFailedRecord(part, `${reason}; the runner exited with ${exitCode}`)]
  if (exitCode === 0 || records.some(({ status }) => status === 'failed')) return records
  return [...records, createFailedRecord(part, `the runner exited with ${exitCode}, although no test failed`)]
}

/** Says which parts the part `whole` needs the results of and does not have. Returns null when it has all. */
export function describeMissingParts(records: readonly TestRecord[]): string | null {
  const needed = TEST_RUN_PARTS.slice(0, TEST_RUN_PARTS.indexOf('whole'))
  const missing = needed.filter((part) => !records.some((record) => record.part === part))
  if (missing.length === 0) return null
  return `\`whole\` checks that each requirement has a passed test, so it needs the results of the other parts: run \`npm test\`, or first \`npm test -- ${missing.join(' ')}\`.`
}
