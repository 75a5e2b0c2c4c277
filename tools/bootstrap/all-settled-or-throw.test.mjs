import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { allSettledOrThrow } from './all-settled-or-throw.mjs'

test('allSettledOrThrow returns the results in the order of the promises', async () => {
  expect(await allSettledOrThrow([pause(20, 'slow'), Promise.resolve('quick')])).toEqual(['slow', 'quick'])
})

test('allSettledOrThrow rejects only after all promises have settled', async () => {
  const ended = []
  const slow = pause(20).then(() => ended.push('slow'))
  await expect(allSettledOrThrow([Promise.reject(new Error('no')), slow])).rejects.toThrow('no')
  expect(ended).toEqual(['slow'])
})
