// `npm run audit [folder…]`: runs `npm audit` for every lockfile of this repository, or for the given folders. Exits with 1 when it
// finds vulnerabilities, also in packages that never run on a server, such as those of the benchmarks. Exits with 2 when the registry
// has no audit endpoint (many mirrors have none), because then nothing was verified.
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { readLockedPackages } from './packages/lockfile.ts'

const report = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ vulnerabilities: v.record(v.string(), v.object({ severity: v.string(), range: v.string() })) }),
)

const root = join(import.meta.dirname, '..')
const named = process.argv.slice(2)
const folders = named.length > 0 ? named : lockedFolders()

let found = 0
let audited = 0
for (const folder of folders) {
  const vulnerabilities = await audit(folder)
  if (!vulnerabilities) break
  audited++
  const packages = readLockedPackages(join(root, folder, 'package-lock.json'))
  for (const [name, { severity, range }] of Object.entries(vulnerabilities)) {
    const isShipped = packages.some((one) => one.name === name && !one.isDevelopment)
    console.log(`✗ ${folder}: ${name} ${range}: ${severity}${isShipped ? '' : ', development only'}`)
    found++
  }
}

if (audited < folders.length) {
  console.log('The registry of this machine does not answer audits; run this where it does.')
  process.exitCode = 2
} else {
  console.log(`${found} packages with known weaknesses in ${folders.length} lockfiles.`)
  process.exitCode = found > 0 ? 1 : 0
}

function lockedFolders(): string[] {
  const exclude = (path: string) => path.endsWith('node_modules')
  return globSync('**/package-lock.json', { cwd: root, exclude }).map(dirname).sort()
}

function audit(folder: string) {
  return new Promise<v.InferOutput<typeof report>['vulnerabilities'] | null>((resolve) => {
    execFile(
      'npm',
      ['audit', '--package-lock-only', '--json'],
      { cwd: join(root, folder), maxBuffer: 64 * 1024 * 1024 },
      (_error, output) => {
        const parsed = v.safeParse(report, output)
        resolve(parsed.success ? parsed.output.vulnerabilities : null)
      },
    )
  })
}
