import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withMinimumDuration } from './minimum-duration.ts'

const waiting = vi.hoisted(() => ({ ms: [] as number[], end: [] as (() => void)[] }))

vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => {
    waiting.ms.push(ms)
    return new Promise<void>((resolve) => void waiting.end.push(resolve))
  },
}))

beforeEach(() => {
  waiting.ms.length = 0
  waiting.end.length = 0
})

afterEach(() => {
  for (const end of waiting.end) end()
})

const settled = async (promise: Promise<unknown>) => {
  const done = promise.then(
    () => true,
    () => true,
  )
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  return await Promise.race([done, Promise.resolve(false)])
}

test('withMinimumDuration() returns a result, or throws an error, only after the minimum duration', async () => {
  const answered = withMinimumDuration(async () => 'done')
  const refused = withMinimumDuration(async () => {
    throw new Error('no')
  })
  expect(waiting.ms).toEqual([200, 200])
  expect(await settled(answered)).toBe(false)
  expect(await settled(refused)).toBe(false)
  for (const end of waiting.end) end()
  expect(await answered).toBe('done')
  await expect(refused).rejects.toThrow('no')
})

test('withMinimumDuration() waits for an operation that takes longer than the minimum duration', async () => {
  let finish: (text: string) => void = () => {}
  const answered = withMinimumDuration(() => new Promise<string>((resolve) => void (finish = resolve)))
  for (const end of waiting.end) end()
  expect(await settled(answered)).toBe(false)
  finish('late')
  expect(await answered).toBe('late')
})
