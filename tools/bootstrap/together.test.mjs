import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { together } from './together.mjs'

test('works side by side answer in their order, whichever ends first', async () => {
  expect(await together([pause(20, 'slow'), Promise.resolve('quick')])).toEqual(['slow', 'quick'])
})

test('a failure is told once the others have ended', async () => {
  const ended = []
  const slow = pause(20).then(() => ended.push('slow'))
  await expect(together([Promise.reject(new Error('no')), slow])).rejects.toThrow('no')
  expect(ended).toEqual(['slow'])
})
