import type { BenchmarkFigure } from '../figures.ts'
import { readCpuTimeMs } from '../process-figures.ts'
import { type HttpLoad, type LoadResult, runGenerator } from './generator.ts'

/** The largest share of a CPU that a load generator may use. Otherwise the benchmark may measure the generator. */
const GENERATOR_MAX_SHARE = 1 / 3

const shares = new Map<string, number>()

/**
 * Runs a load test in a child process, and records the share of a CPU that the child process used (`takeGeneratorFigures`). Throws when a
 * request failed.
 */
export async function runLoadTest(load: HttpLoad): Promise<LoadResult> {
  const measured = await runGenerator(load)
  const kind = `generator, ${load.method ?? 'GET'} ${load.body?.kind ?? 'constant'}, ${load.clients} clients`
  shares.set(kind, Math.max(shares.get(kind) ?? 0, measured.perSecond / measured.perCpuSecond))
  return measured
}

/** Returns the largest share of a CPU that the load generator used since the last call, for each kind of load test. */
export function takeGeneratorFigures(): BenchmarkFigure[] {
  const figures = [...shares].map(([kind, value]): BenchmarkFigure => {
    return { what: `${kind}: share of a CPU`, value: 100 * value, unit: '%', atMost: 100 * GENERATOR_MAX_SHARE }
  })
  shares.clear()
  return figures
}

/**
 * Runs a load test and adds the CPU time per response that the process `pid` used, in microseconds. The CPU time is NaN on systems
 * without /proc.
 */
export async function measureCpuTimePerResponse(pid: number, runLoad: () => Promise<LoadResult>) {
  const before = await readCpuTimeMs(pid)
  const measured = await runLoad()
  const used = (await readCpuTimeMs(pid)) - before
  return { ...measured, microseconds: (used * 1_000) / measured.answered }
}
