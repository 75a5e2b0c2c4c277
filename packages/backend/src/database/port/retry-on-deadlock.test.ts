import { expect, test, vi } from 'vitest'
import { DatabaseError } from './errors.ts'
import { retryOnDeadlock } from './retry-on-deadlock.ts'

function refusal(code: string) {
  return new DatabaseError(Object.assign(new Error('said by PostgreSQL'), { code, severity: 'ERROR' }))
}

test('a deadlocked transaction is retried until it succeeds', async () => {
  const run = vi.fn().mockRejectedValueOnce(refusal('40P01')).mockRejectedValueOnce(refusal('40P01'))
  await expect(retryOnDeadlock(run.mockResolvedValue('done'))).resolves.toBe('done')
  expect(run).toHaveBeenCalledTimes(3)
})

test('retryOnDeadlock() tries a transaction at most three times, and retries only after a deadlock', async () => {
  const deadlocks = vi.fn().mockRejectedValue(refusal('40P01'))
  await expect(retryOnDeadlock(deadlocks)).rejects.toMatchObject({ code: '40P01' })
  expect(deadlocks).toHaveBeenCalledTimes(3)
  // SQLSTATE 40001 is not retried: our own SQL functions raise it to report a conflict to their caller.
  for (const code of ['23505', '40001']) {
    const refused = vi.fn().mockRejectedValue(refusal(code))
    await expect(retryOnDeadlock(refused)).rejects.toMatchObject({ code })
    expect(refused).toHaveBeenCalledOnce()
  }
})
