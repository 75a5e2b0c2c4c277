import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { array, object, parse, string } from 'valibot'
import type { TestRunPart } from '../../tools/testing/records.ts'
import type { WorkingTreeCopy } from '../support/tree-copy.ts'
import { findReferencedTestRuns } from '../whole/spec-coverage/recorded-tests.ts'
import type { TestReference } from '../whole/spec-coverage/spec-line.ts'
import type { HandWrittenMutant, MutantResult } from './breakage.ts'

const recordsSchema = array(object({ title: string(), file: string(), status: string() }))

/**
 * The assertion timeout of browser tests in milliseconds, passed as an environment variable. The mutated code is expected to fail
 * an assertion after this time.
 */
const EXPECT_TIMEOUT_MS = '8000'

/**
 * Error messages of a server or browser that did not start. A test with such an error did not run, so its mutant counts as
 * `unbuilt`, not as caught.
 */
const NOT_STARTED = /browserType\.launch|The backend (?:ended while starting|was not ready)|Fixture "backend"/

/** Applies the mutation to the copy of the tree, builds the copy if necessary, runs only the named test, and restores the file. */
export async function testHandWrittenMutant(tree: WorkingTreeCopy, breakage: HandWrittenMutant): Promise<MutantResult> {
  const began = Date.now()
  const putBack = await tree.patch(breakage.file, breakage.find, breakage.replace)
  try {
    return { ...(await judge(tree.path, breakage)), seconds: Math.round((Date.now() - began) / 1_000) }
  } finally {
    await putBack()
  }
}

async function judge(root: string, breakage: HandWrittenMutant): Promise<Omit<MutantResult, 'seconds'>> {
  const { caughtBy } = breakage
  const part = partOf(caughtBy.file)
  if (part !== 'unit' && part !== 'integration') {
    const build = await runNode(root, ['tools/run.mjs', 'build'])
    if (build.code !== 0) return { outcome: 'unbuilt', seen: firstError(build.output) }
  }
  const records = join(root, 'test-results/tests.json')
  await rm(records, { force: true })
  const { output } = await runNode(root, ['tools/test.ts', part, ...argumentsFor(part, breakage)])
  const ran = parse(recordsSchema, JSON.parse(await readFile(records, 'utf8').catch(() => '[]')))
  const runs = findReferencedTestRuns(caughtBy, ran)
  const seen = firstError(output)
  if (runs.length === 0 || NOT_STARTED.test(output)) return { outcome: 'unbuilt', seen }
  return runs.some(({ status }) => status === 'failed')
    ? { outcome: 'caught', seen }
    : { outcome: 'survived', seen: '' }
}

/** Returns the part of `npm test` that contains a test file. */
function partOf(file: string): TestRunPart {
  if (file.includes('.integration.test.')) return 'integration'
  const [, part] = /^tests\/(contract|browser|whole)\//.exec(file) ?? []
  return part === 'contract' || part === 'browser' || part === 'whole' ? part : 'unit'
}

function argumentsFor(part: TestRunPart, { caughtBy, on }: HandWrittenMutant): string[] {
  const pattern = titleOf(caughtBy)
    .replaceAll(' > ', ' ')
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return part === 'browser'
    ? [caughtBy.file.replace('tests/browser/', ''), '-g', pattern, `--project=${on ?? 'phone'}`, '--workers=1']
    : [caughtBy.file, '-t', pattern]
}

function titleOf(proof: TestReference): string {
  return 'title' in proof ? proof.title : proof.begins
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
