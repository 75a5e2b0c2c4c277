import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { array, type GenericSchema, lazy, object, optional, parse, string } from 'valibot'
import { describeMissingEngines, SMOKE_ENGINES } from '../../tests/engines/engines.ts'
import { ensureBrowser } from '../../tests/support/browser.ts'
import { ROOT } from '../root.ts'
import { addRunnerFailure, shortenReason, type TestRecord, type TestRunPart } from './records.ts'
import { runProgram } from './run-program.ts'

type Attempt = { errors: { message?: string | undefined }[] }
type Spec = {
  title: string
  file: string
  tags: string[]
  tests: { projectName: string; status: string; results: Attempt[] }[]
}
type Suite = { title: string; file?: string | undefined; specs: Spec[]; suites?: Suite[] | undefined }

const specSchema = object({
  title: string(),
  file: string(),
  tags: array(string()),
  tests: array(
    object({
      projectName: string(),
      status: string(),
      results: array(object({ errors: array(object({ message: optional(string()) })) })),
    }),
  ),
})
const suiteSchema: GenericSchema<unknown, Suite> = object({
  title: string(),
  file: optional(string()),
  specs: array(specSchema),
  suites: optional(array(lazy(() => suiteSchema))),
})
const reportSchema = object({ config: object({ rootDir: string() }), suites: array(suiteSchema) })

/** Runs the browser tests. Installs a browser first if none is found. Passes further arguments to Playwright. */
export async function runPlaywright(part: TestRunPart, args: string[]): Promise<TestRecord[]> {
  const folder = await mkdtemp(join(tmpdir(), 'playwright-'))
  const missing = describeMissingEngines(SMOKE_ENGINES)
  if (missing !== null) console.log(missing)
  try {
    const report = join(folder, 'report.json')
    const env = { CHROME_PATH: await ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const exitCode = await runProgram('playwright', ['test', '--config', 'tests/playwright.config.ts', ...args], env)
    const text = await readFile(report, 'utf8').catch(() => '{"config":{"rootDir":""},"suites":[]}') // Playwright writes no report when it crashes
    return addRunnerFailure(part, parsePlaywrightReport(part, JSON.parse(text), ROOT), exitCode, args)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Parses a report of Playwright's JSON reporter. File names in the result are relative to `root`. */
export function parsePlaywrightReport(part: TestRunPart, report: unknown, root: string): TestRecord[] {
  const { config, suites } = parse(reportSchema, report)
  return suites.flatMap((suite) => recordsIn(part, suite, [], relative(root, config.rootDir)))
}

function recordsIn(part: TestRunPart, suite: Suite, above: string[], folder: string): TestRecord[] {
  const titles = suite.title === suite.file ? above : [...above, suite.title] // the title of the outermost suite is the file name
  const own = suite.specs.flatMap(({ title, file, tags, tests }) =>
    tests.map(
      ({ projectName, status, results }): TestRecord => ({
        part,
        title: `${[...titles, title].join(' > ')} (${projectName})`,
        file: join(folder, file),
        tags,
        status: status === 'expected' ? 'passed' : 'failed', // skipped and flaky tests count as failed
        // Playwright reports a timeout and the call that was waiting as two errors.
        reason: shortenReason(results[0]?.errors.map(({ message }) => message ?? '').join('\n')),
      }),
    ),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => recordsIn(part, inner, titles, folder))]
}
