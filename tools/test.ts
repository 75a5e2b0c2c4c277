// `npm test`: everything, cheapest first. `npm test -- contract` runs one part (or several), and what follows goes to
// its runner: `npm test -- contract signup`. The whole-set tests come last: they read what the others did.
import { runChecks } from './checks/run-checks.ts'
import { runPlaywright } from './testing/playwright.ts'
import { checkRecords, PARTS, type Part, type TestRecord, trouble } from './testing/records.ts'
import { lastLine, saveRecords } from './testing/report.ts'
import { stopPrograms } from './testing/run-program.ts'
import { runVitest } from './testing/vitest.ts'

const runners: Record<Part, (args: string[]) => Promise<TestRecord[]>> = {
  checks: async () => checkRecords(await runChecks((line) => console.log(line))),
  unit: (args) => runVitest('unit', args),
  contract: (args) => runVitest('contract', args),
  browser: (args) => runPlaywright('browser', args),
  whole: (args) => runVitest('whole', args),
}

const named = PARTS.filter((part) => process.argv.slice(2).includes(part))
const args = process.argv.slice(2).filter((arg) => !PARTS.some((part) => part === arg))

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped = true
    stopPrograms()
  })
}

const records: TestRecord[] = []
for (const part of named.length > 0 ? named : PARTS) {
  if (stopped) break
  const began = Date.now()
  console.log(`\n— ${part}`)
  records.push(...(await runPart(part)))
  await saveRecords(records)
  console.log(`— ${part}: ${((Date.now() - began) / 1_000).toFixed(0)} s`)
}
if (stopped) records.push(trouble('checks', 'the run was stopped before its end'))

const failed = records.filter(({ status }) => status === 'failed')
if (failed.length > 0) console.log(`\nFailed:\n${failed.map(({ file, title }) => `  ${file}: ${title}`).join('\n')}`)
console.log(`\n${lastLine(records)}`)
process.exitCode = failed.length > 0 ? 1 : 0

async function runPart(part: Part): Promise<TestRecord[]> {
  try {
    return await runners[part](args)
  } catch (cause) {
    return [trouble(part, cause instanceof Error ? cause.message : String(cause))]
  }
}
