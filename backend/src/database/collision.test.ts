import { expect, test, vi } from 'vitest'
import { untilItPasses } from './collision.ts'
import { DatabaseError, DatabaseUnavailable } from './errors.ts'

function refusal(code: string) {
  return new DatabaseError(Object.assign(new Error('said by PostgreSQL'), { code, severity: 'ERROR' }))
}

test('a work that collided is run again, until it passes', async () => {
  const work = vi.fn().mockRejectedValueOnce(refusal('40P01')).mockRejectedValueOnce(refusal('40P01'))
  await expect(untilItPasses(work.mockResolvedValue('done'))).resolves.toBe('done')
  expect(work).toHaveBeenCalledTimes(3)
})

test('not for ever, and for no other reason', async () => {
  const collides = vi.fn().mockRejectedValue(refusal('40P01'))
  await expect(untilItPasses(collides)).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect(collides).toHaveBeenCalledTimes(3)
  const isTaken = vi.fn().mockRejectedValue(refusal('23505'))
  await expect(untilItPasses(isTaken)).rejects.toMatchObject({ code: '23505' })
  expect(isTaken).toHaveBeenCalledOnce()
})
