import { expect, test } from 'vitest'
import { startBackend, type TestBackend } from '../support/start-backend.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

// Sends the same requests to a server with caches and batches and to one without. The responses must be equal; only the number of
// database transactions may differ.

const TIMES = 30

/** Returns how many transactions of anonymous callers the server has committed. */
async function transactions(backend: TestBackend): Promise<number> {
  const text = await (await fetch(`${backend.url}/metrics`)).text()
  const line = /^database_transaction_duration_seconds_count\{role="anon",result="committed"\} (\d+)$/m.exec(text)
  return Number(line?.[1] ?? 0)
}

async function readAndSignUp(backend: TestBackend) {
  const spots = async () =>
    (await backend.client().from('app_settings').select('value').eq('key', 'early_access_spots').single()).data
  const before = await transactions(backend)
  const reads = await Promise.all(Array.from({ length: TIMES }, spots))
  const afterReads = await transactions(backend)
  const people = Array.from({ length: TIMES }, createTestVisitor)
  const rows = [...people, ...people.slice(0, 2), { ...createTestVisitor(), email: 'no address' }]
  const signups = await Promise.all(
    rows.map(async (row) => (await backend.client().from('early_access_users').insert(row)).status),
  )
  const after = await transactions(backend)
  return {
    responses: { reads, signups: signups.toSorted((a, b) => a - b), left: await spots() },
    transactions: { reads: afterReads - before, signups: after - afterReads },
  }
}

test('caching and batching (ACCELERATION) reduces database transactions and leaves every response unchanged', async () => {
  await using fast = await startBackend()
  await using plain = await startBackend({ env: { ACCELERATION: 'false' } })
  const [accelerated, unaccelerated] = [await readAndSignUp(fast), await readAndSignUp(plain)]
  expect(accelerated.responses).toEqual(unaccelerated.responses)
  expect(accelerated.responses.reads).toEqual(Array.from({ length: TIMES }, () => ({ value: '10' })))
  expect(accelerated.responses.left).toEqual({ value: '0' })
  expect(unaccelerated.transactions).toMatchObject({ reads: TIMES })
  expect(unaccelerated.transactions.signups).toBeGreaterThanOrEqual(TIMES)
  expect(accelerated.transactions.reads).toBeLessThan(TIMES / 2)
  expect(accelerated.transactions.signups).toBeGreaterThan(0)
  expect(accelerated.transactions.signups).toBeLessThan(TIMES)
})
