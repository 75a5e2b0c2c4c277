import { expect } from 'vitest'
import { describeLimitViolations } from '../faults/fault-measurement.ts'
import { runServerKillScenario } from '../faults/kill-during-sign-ups.ts'
import { testOnBothEngines } from '../support/engines.ts'

// A short version of the fault scenario of `npm run faults`, which kills the server in twenty rounds with a thousand sign-ups each.
testOnBothEngines(
  'after the server is killed during sign-ups, each acknowledged sign-up is stored once and has taken exactly one spot',
  async (backend) => {
    const facts = await runServerKillScenario(backend, 300, 1)
    expect(describeLimitViolations(facts)).toEqual([])
  },
)
