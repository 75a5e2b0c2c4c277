// `npm test`: runs all parts, the fastest first. `npm test -- rules` runs one part (or several); further arguments are passed to
// the part's test runner: `npm test -- rules signup`. The part `whole` reads the results of the others.
import { forgetLoggedEvents } from '../tests/support/logged-events.ts'
import { runChecks } from './checks/run-checks.ts'
import { runPlaywright } from './testing/playwright.ts'
import {
  convertCheckResults,
  createFailedRecord,
  describeMissingParts,
  TEST_RUN_PARTS,
  type TestRecord,
  type TestRunPart,
} from './testing/records.ts'
import { formatFailedTests, formatTestSummary, readSavedTestRecords, saveTestRecords } from './testing/report.ts'
import { runVitest } from './testing/vitest.ts'

const runners: Record<TestRunPart, (args: string[]) => Promise<TestRecord[]>> = {
  checks: async () => convertCheckResults(await runChecks((line) => console.log(line))),
  unit: (args) => runVitest('unit', args),
  integration: (args) => runVitest('integration', args),
  rules: (args) => runVitest('rules', args),
  journeys: (args) => runPlaywright('journeys', args),
  whole: async (args) => {
    const missing = args.length === 0 ? describeMissingParts(await readSavedTestRecords()) : null
    return missing === null ? runVitest('whole', args) : [createFailedRecord('whole', missing)]
  },
}

const named = TEST_RUN_PARTS.filter((part) => process.argv.slice(2).includes(part))
const args = process.argv.slice(2).filter((arg) => !TEST_RUN_PARTS.some((part) => part === arg))

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped = true
  })
}

const records: TestRecord[] = []
if (named.length === 0) forgetLoggedEvents()
for (const part of named.length > 0 ? named : TEST_RUN_PARTS) {
  if (stopped) break
  const began = Date.now()
  console.log(`\n— ${part}`)
  records.push(...(await orFailedRecord(part, () => runners[part](args))))
  if (args.length === 0) await saveTestRecords(records) // a run of some files says nothing about the others of its part
  console.log(`— ${part}: ${((Date.now() - began) / 1_000).toFixed(0)} s`)
}
if (stopped) records.push(createFailedRecord('checks', 'a signal stopped the run before its end'))

const failures = formatFailedTests(records)
if (failures !== '') console.log(`\nFailed:\n${failures}`)
console.log(`\n${formatTestSummary(records)}`)
process.exitCode = failures === '' ? 0 : 1

async function orFailedRecord(part: TestRunPart, run: () => Promise<TestRecord[]>): Promise<TestRecord[]> {
  try {
    return await run()
  } catch (cause) {
    return [createFailedRecord(part, cause instanceof Error ? cause.message : String(cause))]
  }
}
