import { expect, test } from 'vitest'
import { describeLimitViolations } from '../faults/fault-measurement.ts'
import { runReleaseReaderScenario } from '../faults/release-readers.ts'
import { startBackend } from '../support/start-backend.ts'

// A short version of the fault scenario of `npm run faults`, which has 200 readers and 40 rounds.
test('while an operator publishes, stages and halts releases and is killed, no reader sees parts of two releases', async () => {
  await using backend = await startBackend()
  const facts = await runReleaseReaderScenario(backend, 8, 3)
  expect(describeLimitViolations(facts)).toEqual([])
})
