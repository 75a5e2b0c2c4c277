// `npm run check`: everything that tells in seconds whether a change is sound. `npm test` makes the same checks first.
import { runChecks } from './checks/run-checks.ts'
import { checkRecords, type TestRecord } from './testing/records.ts'
import { lastLine } from './testing/report.ts'
import { runVitest } from './testing/vitest.ts'

const checks = checkRecords(await runChecks((line) => console.log(line)))
const records: TestRecord[] = [...checks, ...(await runVitest('unit', ['--reporter=dot']))]
console.log(lastLine(records))
process.exitCode = records.some(({ status }) => status === 'failed') ? 1 : 0
