import { readFile } from 'node:fs/promises'
import { type HttpLoad, type LoadResult, runGenerator } from './generator.ts'
import { noteGeneratorLimit } from './generator-limit.ts'

/**
 * Runs a load test in a separate process, and measures the limit of its load generator. Throws when any request failed.
 */
export async function runLoadTest(load: HttpLoad): Promise<LoadResult> {
  const measured = await runGenerator(load)
  await noteGeneratorLimit(load, measured)
  return measured
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

const TICK_MS = 10

/** Returns the CPU time of a process since its start, in milliseconds. Returns NaN on systems without /proc. */
export async function readCpuTimeMs(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
