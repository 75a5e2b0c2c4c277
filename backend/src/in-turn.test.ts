import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
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

test('a work waits for the one before it, also when those before that one are done', async () => {
  const steps: string[] = []
  const second = Promise.withResolvers<void>()
  const first = inTurn('c', async () => {})
  const waiting = inTurn('c', async () => {
    await second.promise
    steps.push('second')
  })
  await first
  const third = inTurn('c', async () => steps.push('third'))
  await pause(1)
  second.resolve()
  await Promise.all([waiting, third])
  expect(steps).toEqual(['second', 'third'])
})

test('what a work answered is not kept when nobody waits for its turn', async () => {
  const answer = new WeakRef(await inTurn('d', async () => ({ large: 'x'.repeat(1000) })))
  setFlagsFromString('--expose-gc')
  await vi.waitFor(() => {
    runInNewContext('gc()')
    expect(answer.deref() === undefined).toBe(true) // a failure that held the answer would keep it
  })
})
