// `npm run bench [part[:only]…]`: runs the named parts, or the short ones; prints tables and writes JSON to bench/results. Absolute figures
// depend on the machine, so most are compared with a baseline on the same machine, and the limits apply to the ratio.
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { type BenchmarkPart, formatFindingsTable, isFigureWithinLimits } from './figures.ts'
import { takeGeneratorFigures } from './load/load.ts'
import { installBenchPackages } from './tools/install.ts'

const PARTS: Record<string, () => Promise<{ part: BenchmarkPart }>> = {
  start: () => import('./parts/start.ts'),
  calls: () => import('./parts/calls.ts'),
  'first-view': () => import('./parts/first-view.ts'),
  bytes: () => import('./parts/bytes.ts'),
  'own-photos': () => import('./parts/own-photos.ts'),
  serving: () => import('./parts/serving.ts'),
  growth: () => import('./parts/growth.ts'),
}
/** The parts that run without arguments, in five minutes. */
const SHORT_PARTS = ['start', 'calls']
const RESULTS = join(import.meta.dirname, 'results')

const args = process.argv.slice(2)
const unknown = args.find((each) => !Object.hasOwn(PARTS, partOf(each).name))
if (unknown === undefined) await run(args.length > 0 ? args : SHORT_PARTS)
else {
  console.error(`"${unknown}" is not a part of the benchmark. The parts are ${Object.keys(PARTS).join(', ')}.`)
  process.exitCode = 1
}

/** Splits a command-line argument into the benchmark part's name and its selection: `first-view:/terms`. */
function partOf(each: string): { name: string; only: string | undefined } {
  const [name = '', ...rest] = each.split(':')
  return { name, only: rest.length > 0 ? rest.join(':') : undefined }
}

async function run(wanted: readonly string[]): Promise<void> {
  await installBenchPackages('tools')
  await mkdir(RESULTS, { recursive: true })
  const processors = cpus()
  const machine = `${processors.length} × ${processors[0]?.model ?? 'unknown'}, Node ${process.version}`
  for (const each of wanted) {
    const { name, only } = partOf(each)
    const open = PARTS[name]
    if (!open) continue
    const { part } = await open()
    const date = new Date().toISOString()
    const measured = await part.measure(only)
    const generators = takeGeneratorFigures()
    const findings = { ...measured, figures: [...measured.figures, ...generators] }
    console.log(`\n## ${part.title}\n\n${date}, ${machine}\n\n${formatFindingsTable(findings)}`)
    const slow = generators.filter((figure) => isFigureWithinLimits(figure) === false)
    if (slow.length > 0) {
      console.error(`\nThe load generator was too slow for this part: ${slow.map((figure) => figure.what).join('; ')}.`)
      process.exitCode = 1
    }
    const figures = findings.figures.map((figure) => ({ ...figure, met: isFigureWithinLimits(figure) }))
    const json = JSON.stringify({ part: name, date, machine, figures, notes: findings.notes }, null, 2)
    await writeFile(join(RESULTS, `${name}.json`), `${json}\n`)
  }
}
