import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { array, object, optional, parse, picklist, string } from 'valibot'
import { ROOT } from '../root.ts'
import { TEST_RUN_PARTS, type TestRecord } from './records.ts'

/** The file with the results of the last run of every part. tests/whole reads it to check that every requirement has a passed test. */
const TEST_REPORT_FILE = join(ROOT, 'test-results/tests.json')

const reportSchema = array(
  object({
    part: picklist(TEST_RUN_PARTS),
    title: string(),
    file: string(),
    tags: array(string()),
    status: picklist(['passed', 'failed']),
    reason: optional(string()),
  }),
)

/** Saves test records. They replace the earlier records of the same parts. */
export async function saveTestRecords(records: TestRecord[]): Promise<void> {
  const ran = new Set(records.map(({ part }) => part))
  const others = (await readSavedTestRecords()).filter(({ part }) => !ran.has(part))
  await mkdir(dirname(TEST_REPORT_FILE), { recursive: true })
  await writeFile(TEST_REPORT_FILE, `${JSON.stringify([...others, ...records], null, 2)}\n`)
}

/** Formats the summary line of a test run, with the number of passed and failed tests. */
export function formatTestSummary(records: TestRecord[]): string {
  const failed = records.filter(({ status }) => status === 'failed').length
  return `${records.length - failed} passed, ${failed} failed`
}

/** Formats the list of the failed tests, each with the beginning of its error. */
export function formatFailedTests(records: TestRecord[]): string {
  return records
    .filter(({ status }) => status === 'failed')
    .map(({ file, title, reason }) => `  ${file}: ${title}${reason ? `\n${reason.replace(/^/gm, '    ')}` : ''}`)
    .join('\n')
}

/** Reads the records of the last run of each part. Returns none when the file is missing or invalid. */
export async function readSavedTestRecords(): Promise<TestRecord[]> {
  try {
    return parse(reportSchema, JSON.parse(await readFile(TEST_REPORT_FILE, 'utf8')))
  } catch {
    return []
  }
}
