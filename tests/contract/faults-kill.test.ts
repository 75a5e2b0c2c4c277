import { expect, test } from 'vitest'
import { describeLimitViolations } from '../faults/fault-measurement.ts'
import { runServerKillScenario } from '../faults/kill-during-sign-ups.ts'
import { runPostgresKillScenario } from '../faults/postgres-outage.ts'
import { testOnBackend } from '../support/backend-test.ts'

// A short version of the fault scenario of `npm run faults`, which kills the server in twenty rounds with a thousand sign-ups each.
testOnBackend(
  'after the server is killed during sign-ups, each acknowledged sign-up is stored once and has taken exactly one spot',
  { ownDatabase: true },
  async (backend) => {
    const facts = await runServerKillScenario(backend, 300, 1)
    expect(describeLimitViolations(facts)).toEqual([])
  },
)

test('after the own PostgreSQL is killed during sign-ups, it is started again, and each acknowledged sign-up is stored once', async () => {
  const facts = await runPostgresKillScenario(500)
  // `npm run faults` also checks the times, which depend on the machine's load.
  expect(describeLimitViolations(facts.filter(({ unit }) => unit !== 'ms'))).toEqual([])
})
