import { expect } from 'vitest'
import { broken } from '../faults/fact.ts'
import { runServerKillScenario } from '../faults/kill-during-sign-ups.ts'
import { onBothEngines } from '../support/engines.ts'

// A short version of `npm run faults`, which runs twenty rounds with a thousand sign-ups each.
onBothEngines(
  'a server killed during sign-ups has stored every acknowledged one once, and the number of spots is exact',
  async (backend) => {
    const facts = await runServerKillScenario(backend, 300, 1)
    expect(broken(facts)).toEqual([])
  },
)
