// `npm run check`: the static checks and the unit tests, in under a minute. `npm test` runs the same checks first. With `--write`, the
// generated files are written first.
import { writeGeneratedFiles } from './checks/generated-files.ts'
import { runChecks } from './checks/run-checks.ts'
import { writeUnicodeLetters } from './checks/unicode-letters.ts'
import { convertCheckResults, type TestRecord } from './testing/records.ts'
import { formatTestSummary } from './testing/report.ts'
import { runVitest } from './testing/vitest.ts'

if (process.argv.includes('--write')) {
  await writeUnicodeLetters() // the baseline contains them
  await writeGeneratedFiles()
}

const checks = convertCheckResults(await runChecks((line) => console.log(line)))
const records: TestRecord[] = [...checks, ...(await runVitest('unit', ['--reporter=dot']))]
console.log(formatTestSummary(records))
process.exitCode = records.some(({ status }) => status === 'failed') ? 1 : 0
