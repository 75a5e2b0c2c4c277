import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { array, nullable, object, optional, parse, string } from 'valibot'
import { ROOT } from '../root.ts'
import { addRunnerFailure, shortenReason, type TestRecord, type TestRunPart } from './records.ts'
import { runProgram } from './run-program.ts'

const reportSchema = object({
  testResults: array(
    object({
      name: string(),
      status: string(),
      message: optional(string()),
      assertionResults: array(
        object({
          ancestorTitles: array(string()),
          title: string(),
          tags: array(string()),
          status: string(),
          failureMessages: optional(nullable(array(string()))),
        }),
      ),
    }),
  ),
})

/** Runs the vitest projects whose names begin with the part's name. Passes further arguments to vitest. */
export async function runVitest(part: TestRunPart, args: string[]): Promise<TestRecord[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitest-'))
  try {
    const report = join(folder, 'report.json')
    const reporters = args.some((arg) => arg.startsWith('--reporter')) ? [] : ['--reporter=default']
    const flags = ['--project', `${part}*`, ...reporters, '--reporter=json', `--outputFile.json=${report}`]
    const colours: Record<string, string> = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
    const exitCode = await runProgram('vitest', ['run', ...flags, ...args], colours)
    const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}') // vitest writes no report when it crashes
    return addRunnerFailure(part, parseVitestReport(part, JSON.parse(text), ROOT, hasTestFilter(args)), exitCode, args)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function hasTestFilter(args: readonly string[]): boolean {
  return args.some((arg) => /^(-t|--testNamePattern|--tags-filter)/.test(arg))
}

/**
 * Parses a report of vitest's JSON reporter. File names in the result are relative to `root`. A skipped test counts as failed, except
 * with `isFiltered`, because vitest reports the tests that do not match the filter as skipped.
 */
export function parseVitestReport(part: TestRunPart, report: unknown, root: string, isFiltered = false): TestRecord[] {
  return parse(reportSchema, report).testResults.flatMap((result) => {
    const file = relative(root, result.name)
    const ran = result.assertionResults.filter(({ status }) => !(isFiltered && status === 'skipped'))
    const records = ran.map(
      ({ ancestorTitles, title, tags, status, failureMessages }): TestRecord => ({
        part,
        title: [...ancestorTitles, title].join(' > '),
        file,
        tags,
        status: status === 'passed' ? 'passed' : 'failed',
        reason: shortenReason(failureMessages?.[0]),
      }),
    )
    const unloaded = result.status === 'failed' && records.every(({ status }) => status === 'passed')
    const reason = shortenReason(result.message)
    return unloaded ? [...records, { part, title: 'the file runs', file, tags: [], status: 'failed', reason }] : records
  })
}
