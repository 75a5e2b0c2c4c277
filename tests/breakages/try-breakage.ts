import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import type { WorkingTreeCopy } from '../support/tree-copy.ts'
import type { HandWrittenMutant, MutantResult } from './breakage.ts'
import { findTaggedFiles, type TaggedFiles } from './tagged-tests.ts'

/**
 * The assertion timeout of browser tests in milliseconds, passed as an environment variable. The mutated code is expected to fail
 * an assertion after this time.
 */
const EXPECT_TIMEOUT_MS = '8000'

/** Output of a test run in which the server, the browser or a test file did not start: the mutation counts as `unbuilt`, not as caught. */
const NOT_STARTED =
  /browserType\.launch|could not be started|The backend (?:ended while starting|was not ready)|Fixture "backend"|no test of \w+ ran|: the file runs$/m

type Verdict = Omit<MutantResult, 'seconds'>

/**
 * Applies the mutation to the copy of the tree, builds the copy if necessary, runs the tests that are tagged with its requirements until a
 * part fails, the fastest part first, and restores the file.
 */
export async function testHandWrittenMutant(tree: WorkingTreeCopy, breakage: HandWrittenMutant): Promise<MutantResult> {
  const began = Date.now()
  const putBack = await tree.patch(breakage.file, breakage.find, breakage.replace)
  try {
    return { ...(await judge(tree.path, breakage)), seconds: Math.round((Date.now() - began) / 1_000) }
  } finally {
    await putBack()
  }
}

async function judge(root: string, breakage: HandWrittenMutant): Promise<Verdict> {
  let verdict: Verdict = { outcome: 'survived', seen: '' }
  let isBuilt = false
  for (const tagged of findTaggedFiles(breakage)) {
    if (!isBuilt && tagged.part !== 'unit' && tagged.part !== 'integration') {
      const build = await runNode(root, ['tools/run.mjs', 'build'])
      if (build.code !== 0) return { outcome: 'unbuilt', seen: firstError(build.output) }
      isBuilt = true
    }
    const { code, output } = await runNode(root, ['tools/test.ts', tagged.part, ...argumentsFor(tagged, breakage)])
    if (NOT_STARTED.test(output)) verdict = { outcome: 'unbuilt', seen: firstError(output) }
    else if (code !== 0) return { outcome: 'caught', seen: firstError(output) }
  }
  return verdict
}

function argumentsFor({ part, files }: TaggedFiles, { breaks }: HandWrittenMutant): string[] {
  if (part !== 'journeys') return [...files, `--tags-filter=${breaks.join(' or ')}`]
  const tags = breaks.map((number) => `@${number.replace('.', '\\.')}(?!\\d)`)
  return [...files.map((file) => file.replace('tests/journeys/', '')), '-g', tags.join('|'), '--workers=1']
}

function runNode(root: string, args: string[]): Promise<{ code: number; output: string }> {
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const env = { ...process.env, PATH: path, NO_COLOR: '1', FORCE_COLOR: '0', EXPECT_TIMEOUT_MS }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.removeListener('exit', stop)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Returns the first line of a test's or build's output that contains an error, for the report. */
function firstError(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  return (lines.find((line) => /^(\w*Error|Error): ./.test(line)) ?? lines.findLast((line) => line !== '') ?? '').slice(
    0,
    160,
  )
}
