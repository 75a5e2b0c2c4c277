import { expect, test } from 'vitest'
import { describeLimitViolations } from '../faults/fault-measurement.ts'
import { runShipAndRestoreScenario } from '../faults/ship-and-restore.ts'

// A short version of the fault scenario of `npm run faults`, which has 50 rounds.
test('after a kill, a restore to a random millisecond is exact, and a restore of the end lacks nothing that was shipped', async () => {
  const facts = await runShipAndRestoreScenario(1)
  // `npm run faults` also checks the times, which depend on the machine's load.
  expect(describeLimitViolations(facts.filter(({ unit }) => unit !== 'ms'))).toEqual([])
}, 240_000)
