import { describeMissingParts, TEST_RUN_PARTS, type TestRunPart } from '../../tools/testing/records.ts'
import { readSavedTestRecords } from '../../tools/testing/report.ts'
import type { HandWrittenMutant } from './breakage.ts'

/** The test files of one part of `npm test` that contain tests with the number of a requirement. */
export type TaggedFiles = { part: TestRunPart; files: readonly string[] }

const records = await readSavedTestRecords()

/** Throws when there was no complete test run, which tells which tests carry the number of a requirement. */
export function requireCompleteTestRun(): void {
  if (describeMissingParts(records) !== null) throw new Error('The last test run was not complete: run npm test first.')
}

/**
 * Returns the files with the tests that must catch a mutation, by part of `npm test`, the fastest part first. They are those of the last
 * complete test run; before one, there are none.
 */
export function findTaggedFiles({ breaks }: HandWrittenMutant): readonly TaggedFiles[] {
  const tagged = records.filter(({ tags }) => breaks.some((number) => tags.includes(number)))
  return TEST_RUN_PARTS.flatMap((part) => {
    const files = new Set(tagged.filter((record) => record.part === part).map(({ file }) => file))
    return files.size > 0 ? [{ part, files: [...files] }] : []
  })
}
