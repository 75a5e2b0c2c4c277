import type { TestRecord } from '../../../tools/testing/records.ts'
import type { Proof } from './spec-line.ts'

/** A test runs once for each engine, or for each kind of screen; the runs have this behind their title. */
const RUN = / \((?:pglite|postgres|phone|desktop)\)$/

/** What is wrong with a proof, or null when every run of every test that it names has passed. */
export function troubleWith(proof: Proof, records: readonly TestRecord[]): string | null {
  const name = 'title' in proof ? `'${proof.title}'` : `'${proof.begins}…'`
  const runs = runsOf(proof, records)
  if (runs.length === 0) return `${proof.file}: ${name} did not run`
  if (runs.some(({ status }) => status === 'failed')) return `${proof.file}: ${name} failed`
  return null
}

/** The runs of the tests that a proof names. */
export function runsOf<Run extends Pick<TestRecord, 'title' | 'file'>>(proof: Proof, records: readonly Run[]): Run[] {
  return records.filter((record) => record.file === proof.file && isNamed(record.title, proof))
}

function isNamed(recorded: string, proof: Proof): boolean {
  const title = recorded.replace(RUN, '')
  return 'title' in proof ? title === proof.title : title.startsWith(proof.begins)
}
