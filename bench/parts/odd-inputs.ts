import { FUZZED_BACKEND_ENVIRONMENT, fuzzRequests } from '../../tests/odd-inputs/send-odd-requests.ts'
import { startBackend } from '../../tests/support/start-backend.ts'
import type { BenchmarkFindings, BenchmarkPart } from '../figures.ts'
import { BENCHMARK_ENGINES } from '../server.ts'

const MANY = 100_000

/** Sends 100,000 malformed inputs to all endpoints, on each database engine. None may cause a 5xx response or a crash. */
export const part: BenchmarkPart = {
  title: 'Odd inputs: every endpoint',
  async measure() {
    const findings: BenchmarkFindings = { figures: [], notes: [] }
    for (const engine of BENCHMARK_ENGINES) {
      await using backend = await startBackend({ engine, env: FUZZED_BACKEND_ENVIRONMENT })
      const began = performance.now()
      const { sent, wrong, statuses } = await fuzzRequests(backend, MANY, Date.now() % 1_000_000)
      findings.figures.push(
        { what: `${engine}: odd inputs`, value: sent, unit: '', atLeast: MANY },
        { what: `${engine}: answered wrongly`, value: wrong.length, unit: '', atMost: 0 },
        { what: `${engine}: took`, value: (performance.now() - began) / 1_000, unit: 's' },
      )
      findings.notes.push(`${engine}, by status: ${JSON.stringify(statuses)}`, ...wrong.slice(0, 10))
    }
    return findings
  },
}
