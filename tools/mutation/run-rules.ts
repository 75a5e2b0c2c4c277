import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { codeFiles } from '../checks/source-files.ts'
import { ROOT } from '../root.ts'
import { runProgram } from '../testing/run-program.ts'
import { onlyKilled } from './incremental.ts'
import { installStryker, strykerFile } from './install.ts'
import { countStatic, type Mutant, readReport, scoreOf, tableOf } from './report.ts'
import { ruleModules } from './rules.ts'
import { compareSurvivors, onOneLine, readSurvivors } from './survivors.ts'

const CACHE = join(ROOT, '.cache/mutation')
const EARLIER = join(CACHE, 'incremental.json')
const SURVIVORS = join(import.meta.dirname, 'survivors.json')
const LEAST_SCORE = 90
/** Stryker runs tests in worker threads, where a test cannot change the time zone of the process (website/app/ui/calendar-text.test.ts does). */
const TIME_ZONE = { TZ: 'America/St_Johns' }
const LONGEST_TEST = 60_000 // beyond what the test took without a mutant; a timeout counts as noticed, and a shared machine stalls for half a minute

/**
 * Mutates the rules and runs their unit tests against every mutant. Arguments that begin with `--` are options (`--fresh` forgets
 * earlier results, `--concurrency=1`), others are beginnings of paths: `backend/src/http`. Returns whether the score is high enough.
 * Static mutants (in what runs while a module loads: constants, tables, schemas) are tested only with `--static`: which tests reach
 * them is not known, so each needs all of them, and there are hours of them.
 */
export async function runRules(args: readonly string[]): Promise<boolean> {
  const wanted = args.filter((arg) => !arg.startsWith('--'))
  const modules = ruleModules(await codeFiles()).filter((path) => {
    return wanted.length === 0 || wanted.some((start) => path.startsWith(start))
  })
  if (modules.length === 0) {
    console.error(`No rule begins with ${wanted.join(' or ')}.`)
    return false
  }
  await installStryker()
  await mutate(modules, args)
  const json: unknown = JSON.parse(await readFile(join(CACHE, 'report.json'), 'utf8'))
  const report = readReport(json)
  const mutants = report.filter(({ file }) => modules.includes(file)) // others are of earlier runs
  const known = readSurvivors(JSON.parse(await readFile(SURVIVORS, 'utf8')))
  const { unlisted, noticed } = compareSurvivors(mutants, known)
  console.log(`\n${tableOf(mutants)}\n\n${countStatic(json)} static mutants were not tested (--static).`)
  tell('Survivors that tools/mutation/survivors.json does not list', unlisted.map(inWords))
  tell(
    'Listed survivors that a test notices now',
    noticed.map(({ file, code }) => `${file}: ${short(code)}`),
  )
  return scoreOf(mutants) >= LEAST_SCORE
}

async function mutate(modules: readonly string[], args: readonly string[]): Promise<void> {
  await mkdir(CACHE, { recursive: true })
  await rm(join(CACHE, 'report.json'), { force: true })
  if (args.includes('--fresh')) await rm(EARLIER, { force: true })
  if (existsSync(EARLIER)) {
    await writeFile(EARLIER, JSON.stringify(onlyKilled(JSON.parse(await readFile(EARLIER, 'utf8')))))
  }
  const config = join(CACHE, 'stryker.json')
  await writeFile(config, JSON.stringify(options(modules, args), null, 2))
  const exitCode = await runProgram(process.execPath, [strykerFile('core/bin/stryker.js'), 'run', config], TIME_ZONE)
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
    plugins: [strykerFile('vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'tools/mutation/vitest.config.ts' },
    coverageAnalysis: 'perTest',
    concurrency: concurrency(args),
    ignoreStatic: !args.includes('--static'),
    timeoutMS: LONGEST_TEST,
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
      '/tests/browser',
      '/*/dist',
    ],
    tsconfigFile: '', // Stryker would rewrite it for its copy, with the JavaScript API that TypeScript 7 does not have
    disableTypeChecks: false, // Vitest only strips types
    allowEmpty: true,
  }
}

function tell(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

function inWords({ file, line, ending, code, replacement }: Mutant): string {
  return `${file}:${line} ${ending}: ${short(code)} → ${short(replacement)}`
}

function short(code: string): string {
  const line = onOneLine(code)
  return line.length > 90 ? `${line.slice(0, 89)}…` : line
}
