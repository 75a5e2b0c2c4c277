import { expect, test, vi } from 'vitest'
import { DatabaseError } from './errors.ts'
import { retryOnDeadlock } from './retry-on-deadlock.ts'

function refusal(code: string) {
  return new DatabaseError(Object.assign(new Error('said by PostgreSQL'), { code, severity: 'ERROR' }))
}

test('a work that collided is run again, until it passes', async () => {
  const work = vi.fn().mockRejectedValueOnce(refusal('40P01')).mockRejectedValueOnce(refusal('40P01'))
  await expect(retryOnDeadlock(work.mockResolvedValue('done'))).resolves.toBe('done')
  expect(work).toHaveBeenCalledTimes(3)
})

test('not for ever, and for no other reason', async () => {
  const collides = vi.fn().mockRejectedValue(refusal('40P01'))
  await expect(retryOnDeadlock(collides)).rejects.toMatchObject({ code: '40P01' })
  expect(collides).toHaveBeenCalledTimes(3)
  // 40001 is what a function says itself, and its caller hears it.
  for (const code of ['23505', '40001']) {
    const refused = vi.fn().mockRejectedValue(refusal(code))
    await expect(retryOnDeadlock(refused)).rejects.toMatchObject({ code })
    expect(refused).toHaveBeenCalledOnce()
  }
})
