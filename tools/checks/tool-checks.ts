import { execFile } from 'node:child_process'
import { ROOT } from '../root.ts'
import type { Check } from './check.ts'

/** The rules that a tool from the registry checks. Each tool reads its own configuration file at the root. */
export const toolChecks: Check[] = [
  tool('files are formatted and imports sorted', 'biome', ['check', '--no-errors-on-unmatched']),
  tool('no mistake that the linter knows', 'oxlint', ['--deny-warnings', '--format=unix']),
  types('on the Node side', '.'),
  types('in the website', 'website'),
  types('in the browser tests', 'tests/browser'),
  tool('no unused file, export or dependency', 'knip', ['--no-progress', '--cache', '--cache-location', '.cache/knip']),
]

/** The compiler writes down what it found, and looks again only at what a change reaches. */
function types(where: string, project: string): Check {
  const notes = `.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`
  return tool(`types are right ${where}`, 'tsc', ['-p', project, '--incremental', '--tsBuildInfoFile', notes])
}

function tool(title: string, program: string, args: string[]): Check {
  const complaints = () =>
    new Promise<string[]>((resolve) => {
      execFile(program, args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        resolve(error ? [`${stdout}${stderr}`.trim() || error.message] : [])
      })
    })
  return { title, complaints }
}
