import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('works of one key follow each other, also after one that failed; other keys do not wait', async () => {
  const steps: string[] = []
  const work = (name: string, ms: number) => async () => {
    steps.push(`${name} begins`)
    await pause(ms)
    steps.push(`${name} ends`)
    if (name === 'first') throw new Error('the first fails')
    return name
  }
  const results = await Promise.allSettled([
    inTurn('a', work('first', 30)),
    inTurn('a', work('second', 1)),
    inTurn('b', work('other', 1)),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(steps.filter((step) => !step.startsWith('other'))).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
  ])
  expect(steps.indexOf('other ends')).toBeLessThan(steps.indexOf('first ends'))
})
