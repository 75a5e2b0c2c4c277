import { expect } from 'vitest'
import { broken } from '../faults/fact.ts'
import { killDuringSignUps } from '../faults/kill-during-sign-ups.ts'
import { onBothEngines } from '../support/engines.ts'

// Twenty rounds of a thousand are in `npm run faults`.
onBothEngines(
  'killed hard among sign-ups, the server has everybody it said yes to, once, and exact spots',
  async (backend) => {
    const facts = await killDuringSignUps(backend, 300, 1)
    expect(broken(facts)).toEqual([])
  },
)
