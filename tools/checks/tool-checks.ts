import { execFile } from 'node:child_process'
import { ROOT } from '../root.ts'
import type { ProjectCheck } from './check.ts'

/** The checks that run third-party tools. Each tool reads its own configuration file in the root folder. */
export const toolChecks: ProjectCheck[] = [
  tool('files are formatted and imports sorted', 'biome', ['check', '--no-errors-on-unmatched']),
  tool('the linter reports no errors', 'oxlint', ['--deny-warnings', '--format=unix']),
  types('the server, the tools and the tests', '.'),
  types('the website', 'website'),
  types('the console', 'admin/console'),
  types('the browser tests', 'tests/journeys'),
  tool('no unused file, export or dependency', 'knip', ['--no-progress', '--cache', '--cache-location', '.cache/knip']),
]

/** Returns a check that type-checks a project incrementally: the compiler caches its results in .cache/types. */
function types(what: string, project: string): ProjectCheck {
  const notes = `.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`
  return tool(`the compiler reports no type errors in ${what}`, 'tsc', [
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    notes,
  ])
}

function tool(title: string, program: string, args: string[]): ProjectCheck {
  const complaints = () =>
    new Promise<string[]>((resolve) => {
      execFile(program, args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        resolve(error ? [`${stdout}${stderr}`.trim() || error.message] : [])
      })
    })
  return { title, complaints }
}
