import type { TestRecord } from '../../../tools/testing/records.ts'
import type { TestReference } from './spec-line.ts'

/** Matches the suffix of a recorded test title that names the screen size. A test may run once for each of them. */
const RUN = / \((?:phone|desktop)\)$/

/**
 * Returns an error message when a test reference matches no test run or a failed one. Returns null when every run of every
 * referenced test has passed.
 */
export function describeTestReferenceError(proof: TestReference, records: readonly TestRecord[]): string | null {
  const name = 'title' in proof ? `'${proof.title}'` : `'${proof.begins}…'`
  const runs = findReferencedTestRuns(proof, records)
  if (runs.length === 0) return `${proof.file}: ${name} did not run`
  if (runs.some(({ status }) => status === 'failed')) return `${proof.file}: ${name} failed`
  return null
}

/** Returns the records of all runs of the tests that a reference names. */
export function findReferencedTestRuns<Run extends Pick<TestRecord, 'title' | 'file'>>(
  proof: TestReference,
  records: readonly Run[],
): Run[] {
  return records.filter((record) => record.file === proof.file && isNamed(record.title, proof))
}

/** A reference may leave out the titles of the groups around a test. */
function isNamed(recorded: string, proof: TestReference): boolean {
  const title = recorded.replace(RUN, '')
  const own = title.split(' > ').at(-1) ?? title
  return [title, own].some((each) => ('title' in proof ? each === proof.title : each.startsWith(proof.begins)))
}
