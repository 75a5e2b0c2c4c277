import { SCENARIOS } from '../../tests/faults/scenarios.ts'
import type { Findings, Part } from '../figures.ts'

/** Runs the fault scenarios and counts sign-ups that were lost, duplicated or rejected. The maximum of each count is zero. */
export const part: Part = {
  title: 'Faults: what is lost when things break',
  async measure() {
    const findings: Findings = { figures: [], notes: [] }
    for (const [name, cause] of Object.entries(SCENARIOS)) {
      const facts = await cause()
      if (facts === null) findings.notes.push(`${name}: this machine does not allow it.`)
      else findings.figures.push(...facts.map((fact) => ({ ...fact, what: `${name}: ${fact.what}` })))
    }
    return findings
  },
}
