// Asks the registry for known weaknesses of what a server runs on: `node tools/audit.ts`. Ends with 1 when there are some, and with
// 0 and a sentence when this machine's registry does not answer such questions (many mirrors do not).
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import * as v from 'valibot'

const report = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ vulnerabilities: v.record(v.string(), v.object({ severity: v.string(), range: v.string() })) }),
)

const cwd = join(import.meta.dirname, '..')
execFile('npm', ['audit', '--omit=dev', '--json'], { cwd, maxBuffer: 64 * 1024 * 1024 }, (_error, output) => {
  const parsed = v.safeParse(report, output)
  if (!parsed.success) {
    console.log('The registry of this machine does not answer audits; run this where it does.')
    return
  }
  const found = Object.entries(parsed.output.vulnerabilities)
  for (const [name, { severity, range }] of found) console.log(`✗ ${name} ${range}: ${severity}`)
  console.log(`${found.length} packages with known weaknesses.`)
  process.exitCode = found.length === 0 ? 0 : 1
})
