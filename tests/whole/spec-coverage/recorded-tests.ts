import type { TestRecord } from '../../../tools/testing/records.ts'
import type { Proof } from './spec-line.ts'

/** The suffix of a recorded title: a test runs once per engine or screen size. */
const RUN = / \((?:pglite|postgres|phone|desktop)\)$/

/** Returns what is wrong with a proof, or null when every run of every test that it names has passed. */
export function faultOf(proof: Proof, records: readonly TestRecord[]): string | null {
  const name = 'title' in proof ? `'${proof.title}'` : `'${proof.begins}…'`
  const runs = runsOf(proof, records)
  if (runs.length === 0) return `${proof.file}: ${name} did not run`
  if (runs.some(({ status }) => status === 'failed')) return `${proof.file}: ${name} failed`
  return null
}

/** Returns the records of the tests that a proof names. */
export function runsOf<Run extends Pick<TestRecord, 'title' | 'file'>>(proof: Proof, records: readonly Run[]): Run[] {
  return records.filter((record) => record.file === proof.file && isNamed(record.title, proof))
}

function isNamed(recorded: string, proof: Proof): boolean {
  const title = recorded.replace(RUN, '')
  return 'title' in proof ? title === proof.title : title.startsWith(proof.begins)
}
