import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { array, object, parse, picklist, string } from 'valibot'
import { ROOT } from '../root.ts'
import { PARTS, type TestRecord } from './records.ts'

/** Where the list of every test lies that ran last, with its full title, file and status; spec-coverage reads it. */
export const REPORT = join(ROOT, 'test-results/tests.json')

const reportSchema = array(
  object({ part: picklist(PARTS), title: string(), file: string(), status: picklist(['passed', 'failed']) }),
)

/** Puts these records in the place of what the same parts did before; other parts keep theirs. */
export async function saveRecords(records: TestRecord[]): Promise<void> {
  const ran = new Set(records.map(({ part }) => part))
  const others = (await savedRecords()).filter(({ part }) => !ran.has(part))
  await mkdir(dirname(REPORT), { recursive: true })
  await writeFile(REPORT, `${JSON.stringify([...others, ...records], null, 2)}\n`)
}

/** The line that says it all. Every test is in one of its two numbers. */
export function lastLine(records: TestRecord[]): string {
  const failed = records.filter(({ status }) => status === 'failed').length
  return `${records.length - failed} passed, ${failed} failed`
}

/** What the last run of each part did, as far as there was one. */
export async function savedRecords(): Promise<TestRecord[]> {
  return await readRecords(REPORT)
}

/** The records in a file that `saveRecords` wrote, here or in a copy of the project; none when there is no such file. */
export async function readRecords(file: string): Promise<TestRecord[]> {
  try {
    return parse(reportSchema, JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return []
  }
}
