import { expect, test } from 'vitest'
import { describeLimitViolations, type FaultMeasurement } from '../faults/fault-measurement.ts'
import { runServerKillScenario } from '../faults/kill-during-sign-ups.ts'
import { runPostgresKillScenario } from '../faults/postgres-outage.ts'
import { runReleaseReaderScenario } from '../faults/release-readers.ts'
import { startBackend } from '../support/start-backend.ts'

// Short versions of the fault scenarios of `npm run faults`, which also checks the times: they depend on the machine's load.

const withoutTimes = (facts: readonly FaultMeasurement[]) =>
  describeLimitViolations(facts.filter(({ unit }) => unit !== 'ms'))

test('after the server is killed during sign-ups, each acknowledged sign-up is stored once and has taken exactly one spot', async () => {
  await using backend = await startBackend({ ownDatabase: true })
  expect(describeLimitViolations(await runServerKillScenario(backend, 300, 1))).toEqual([])
})

test('after the own PostgreSQL is killed during sign-ups, it is started again, and each acknowledged sign-up is stored once', async () => {
  expect(withoutTimes(await runPostgresKillScenario(500))).toEqual([])
})

test('while an operator publishes, stages and halts releases and is killed, no reader sees parts of two releases', async () => {
  await using backend = await startBackend()
  expect(describeLimitViolations(await runReleaseReaderScenario(backend, 8, 3))).toEqual([])
})
