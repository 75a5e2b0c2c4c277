import type { Check } from './check.ts'
import { ownChecks } from './own-checks.ts'
import { toolChecks } from './tool-checks.ts'

/** A check that was made: no complaint means it passed. */
export type CheckResult = { title: string; complaints: string[]; milliseconds: number }

const AT_ONCE = 2 // the slow ones are programs of their own, and two cores are what there is

/** Makes every check and says so as each ends. */
export async function runChecks(say: (line: string) => void): Promise<CheckResult[]> {
  const waiting = [...toolChecks, ...ownChecks]
  const results: CheckResult[] = []
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const result = await runCheck(check)
      results.push(result)
      say(described(result))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

async function runCheck({ title, complaints }: Check): Promise<CheckResult> {
  const began = performance.now()
  const found = await complaints()
  return { title, complaints: found, milliseconds: performance.now() - began }
}

function described({ title, complaints, milliseconds }: CheckResult): string {
  const mark = complaints.length === 0 ? '✓' : '✗'
  const head = `${mark} ${title} (${(milliseconds / 1_000).toFixed(1)} s)`
  return [head, ...complaints.map((complaint) => `  ${complaint.replaceAll('\n', '\n  ')}`)].join('\n')
}
