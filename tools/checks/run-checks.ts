import { browserFloorCheck } from '../browser-floor/check.ts'
import type { ProjectCheck } from './check.ts'
import { projectChecks } from './own-checks.ts'
import { toolChecks } from './tool-checks.ts'

/** The result of a check. The check passed when `complaints` is empty. */
export type CheckResult = { title: string; complaints: string[]; milliseconds: number }

const CONCURRENCY = 2 // the slow checks are child processes, and the test machine has two cores

/** Runs all checks, two concurrently, and passes a report of each check to `log` when it ends. */
export async function runChecks(log: (line: string) => void): Promise<CheckResult[]> {
  const waiting = [...toolChecks, browserFloorCheck, ...projectChecks]
  const results: CheckResult[] = []
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const result = await runCheck(check)
      results.push(result)
      log(formatResult(result))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return results
}

async function runCheck({ title, complaints }: ProjectCheck): Promise<CheckResult> {
  const began = performance.now()
  const found = await complaints()
  return { title, complaints: found, milliseconds: performance.now() - began }
}

function formatResult({ title, complaints, milliseconds }: CheckResult): string {
  const mark = complaints.length === 0 ? '✓' : '✗'
  const head = `${mark} ${title} (${(milliseconds / 1_000).toFixed(1)} s)`
  return [head, ...complaints.map((complaint) => `  ${complaint.replaceAll('\n', '\n  ')}`)].join('\n')
}
