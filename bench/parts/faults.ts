import { FAULT_SCENARIOS } from '../../tests/faults/scenarios.ts'
import { removeSharedTestFixtures } from '../../tests/support/shared-fixtures.ts'
import type { BenchmarkFindings, BenchmarkPart } from '../figures.ts'

/** Runs the fault scenarios and counts sign-ups that were lost, duplicated or rejected. The maximum of each count is zero. */
export const part: BenchmarkPart = {
  title: 'Faults: what is lost when things break',
  async measure() {
    const findings: BenchmarkFindings = { figures: [], notes: [] }
    for (const [name, cause] of Object.entries(FAULT_SCENARIOS)) {
      const facts = await cause()
      if (facts === null) findings.notes.push(`${name}: this machine does not allow it.`)
      else findings.figures.push(...facts.map((fact) => ({ ...fact, what: `${name}: ${fact.what}` })))
    }
    await removeSharedTestFixtures()
    return findings
  },
}
