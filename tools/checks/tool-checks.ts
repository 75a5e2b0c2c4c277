import { execFile } from 'node:child_process'
import { ROOT } from '../root.ts'
import type { Check } from './check.ts'

/** The rules that a tool from the registry checks. Each tool reads its own configuration file at the root. */
export const toolChecks: Check[] = [
  tool('files are formatted and imports sorted', 'biome', ['check', '--no-errors-on-unmatched']),
  tool('no mistake that the linter knows', 'oxlint', ['--deny-warnings', '--format=unix']),
  tool('types are right on the Node side', 'tsc', ['-p', 'tsconfig.json']),
  tool('types are right in the website', 'tsc', ['-p', 'website']),
  tool('types are right in the browser tests', 'tsc', ['-p', 'tests/browser']),
  tool('no unused file, export or dependency', 'knip', ['--no-progress']),
]

function tool(title: string, program: string, args: string[]): Check {
  const complaints = () =>
    new Promise<string[]>((resolve) => {
      execFile(program, args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        resolve(error ? [`${stdout}${stderr}`.trim() || error.message] : [])
      })
    })
  return { title, complaints }
}
