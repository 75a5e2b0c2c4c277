import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { readCodeFiles } from '../checks/source-files.ts'
import { ROOT } from '../root.ts'
import { runProgram } from '../testing/run-program.ts'
import { keepKilledMutants } from './incremental.ts'
import { installStryker, resolveStrykerFile } from './install.ts'
import {
  computeMutationScore,
  countStaticMutants,
  formatMutationScoreTable,
  type Mutant,
  parseStrykerReport,
} from './report.ts'
import { selectModulesToMutate } from './rules.ts'
import { collapseWhitespace, compareSurvivingMutants, parseKnownSurvivingMutants } from './survivors.ts'

const CACHE = join(ROOT, '.cache/mutation')
const EARLIER = join(CACHE, 'incremental.json')
const SURVIVORS = join(import.meta.dirname, 'survivors.json')
const LEAST_SCORE = 90
/**
 * The time zone of the test run. It is set for the whole process, because a test in a worker thread cannot change the time zone
 * (ui/calendar-text.test.ts).
 */
const TIME_ZONE = { TZ: 'America/St_Johns' }
/** In addition to a test's normal duration. A timeout counts as a detected mutant, and a shared machine may stall for 30 s. */
const TIMEOUT_MS = 60_000

/**
 * Mutates the pure modules and runs their unit tests against every mutant. Arguments that begin with `--` are options (`--fresh`
 * discards earlier results, `--concurrency=1`), others are path prefixes: `packages/backend/src/http`. Returns whether the score is at least
 * 90 %. Static mutants (in code that runs while a module loads: constants, tables, schemas) are tested only with `--static`:
 * Stryker cannot know which tests cover them, so each runs all tests, which takes hours.
 */
export async function runMutationTests(args: readonly string[]): Promise<boolean> {
  const wanted = args.filter((arg) => !arg.startsWith('--'))
  const modules = selectModulesToMutate(await readCodeFiles()).filter((path) => {
    return wanted.length === 0 || wanted.some((start) => path.startsWith(start))
  })
  if (modules.length === 0) {
    console.error(`No rule module has a path that begins with ${wanted.join(' or ')}.`)
    return false
  }
  await installStryker()
  await mutate(modules, args)
  const json: unknown = JSON.parse(await readFile(join(CACHE, 'report.json'), 'utf8'))
  const report = parseStrykerReport(json)
  const mutants = report.filter(({ file }) => modules.includes(file)) // Stryker's report includes modules of earlier runs
  const known = parseKnownSurvivingMutants(JSON.parse(await readFile(SURVIVORS, 'utf8')))
  const { unlisted, noticed } = compareSurvivingMutants(mutants, known)
  console.log(
    `\n${formatMutationScoreTable(mutants)}\n\n${countStaticMutants(json)} static mutants were not tested (--static).`,
  )
  printList('Survivors that tools/mutation/survivors.json does not list', unlisted.map(formatMutant))
  printList(
    'Listed survivors that a test detects now',
    noticed.map(({ file, code }) => `${file}: ${short(code)}`),
  )
  return computeMutationScore(mutants) >= LEAST_SCORE
}

async function mutate(modules: readonly string[], args: readonly string[]): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  await rm(join(CACHE, 'report.json'), { force: true })
  if (args.includes('--fresh')) await rm(EARLIER, { force: true })
  if (existsSync(EARLIER)) {
    await writeFile(EARLIER, JSON.stringify(keepKilledMutants(JSON.parse(await readFile(EARLIER, 'utf8')))))
  }
  const config = join(CACHE, 'stryker.json')
  await writeFile(config, JSON.stringify(options(modules, args), null, 2))
  const exitCode = await runProgram(
    process.execPath,
    [resolveStrykerFile('core/bin/stryker.js'), 'run', config],
    TIME_ZONE,
  )
  if (exitCode !== 0 || !existsSync(join(CACHE, 'report.json'))) throw new Error(`Stryker ended with ${exitCode}.`)
}

function concurrency(args: readonly string[]): number {
  const asked = args.find((arg) => arg.startsWith('--concurrency='))
  return asked ? Number(asked.slice('--concurrency='.length)) : availableParallelism()
}

function options(modules: readonly string[], args: readonly string[]): object {
  return {
    mutate: modules,
    testRunner: 'vitest',
    plugins: [resolveStrykerFile('vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'tools/mutation/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    concurrency: concurrency(args),
    ignoreStatic: !args.includes('--static'),
    timeoutMS: TIMEOUT_MS,
    incremental: true,
    incrementalFile: EARLIER,
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'json'],
    jsonReporter: { fileName: join(CACHE, 'report.json') },
    tempDirName: join(CACHE, 'sandbox'),
    cleanTempDir: 'always',
    ignorePatterns: [
      '/.cache',
      '/.node',
      '/bench',
      '/data',
      '/docs',
      '/shots',
      '/test-results',
      '/tests/journeys',
      '/*/dist',
    ],
    tsconfigFile: '', // Stryker would rewrite a tsconfig.json through TypeScript's JavaScript API, which TypeScript 7 lacks
    disableTypeChecks: false, // no effect: Vitest strips types without checking them
    allowEmpty: true,
  }
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

function formatMutant({ file, line, ending, code, replacement }: Mutant): string {
  return `${file}:${line} ${ending}: ${short(code)} → ${short(replacement)}`
}

function short(code: string): string {
  const line = collapseWhitespace(code)
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}
