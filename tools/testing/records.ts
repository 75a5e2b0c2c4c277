import type { CheckResult } from '../checks/run-checks.ts'

/** The parts of `npm test`, in the order in which they run. */
export const PARTS = ['checks', 'unit', 'integration', 'contract', 'browser', 'whole', 'other-brand'] as const

/** One of the parts of `npm test`. */
export type Part = (typeof PARTS)[number]

/** A test that ran: what it states, where it stands, how it ended. There is no third way to end. */
export type TestRecord = { part: Part; title: string; file: string; status: 'passed' | 'failed' }

/** Each check counts as one test. */
export function checkRecords(results: CheckResult[]): TestRecord[] {
  return results.map(({ title, complaints }) => ({
    part: 'checks',
    title,
    file: 'tools/check.ts',
    status: complaints.length === 0 ? 'passed' : 'failed',
  }))
}

/** Says in the form of a failed test what went wrong around the tests: a runner that crashed, a part that holds none. */
export function trouble(part: Part, title: string): TestRecord {
  return { part, title, file: 'tools/test.ts', status: 'failed' }
}

/** The records of a part, or its trouble: a runner that failed without a failed test, or that found nothing to run. */
export function orTrouble(part: Part, records: TestRecord[], exitCode: number): TestRecord[] {
  if (records.length === 0) return [trouble(part, `no test ran; the runner ended with ${exitCode}`)]
  if (exitCode === 0 || records.some(({ status }) => status === 'failed')) return records
  return [...records, trouble(part, `the runner ended with ${exitCode}, although no test failed`)]
}
