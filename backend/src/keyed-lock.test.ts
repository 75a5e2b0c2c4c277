import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { withKeyedLock } from './keyed-lock.ts'

test('withKeyedLock runs tasks with the same key one at a time, even after one fails, and does not delay tasks with other keys', async () => {
  const steps: string[] = []
  const task = (name: string, ms: number) => async () => {
    steps.push(`${name} begins`)
    await pause(ms)
    steps.push(`${name} ends`)
    if (name === 'first') throw new Error('the first fails')
    return name
  }
  const results = await Promise.allSettled([
    withKeyedLock('a', task('first', 30)),
    withKeyedLock('a', task('second', 1)),
    withKeyedLock('b', task('other', 1)),
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

test('withKeyedLock runs a task only after the pending task with the same key, even when an earlier task has finished', async () => {
  const steps: string[] = []
  const second = Promise.withResolvers<void>()
  const first = withKeyedLock('c', async () => {})
  const waiting = withKeyedLock('c', async () => {
    await second.promise
    steps.push('second')
  })
  await first
  const third = withKeyedLock('c', async () => steps.push('third'))
  await pause(1)
  second.resolve()
  await Promise.all([waiting, third])
  expect(steps).toEqual(['second', 'third'])
})

test('withKeyedLock keeps no reference to a task’s result once no other task with that key is pending', async () => {
  const answer = new WeakRef(await withKeyedLock('d', async () => ({ large: 'x'.repeat(1000) })))
  setFlagsFromString('--expose-gc')
  await vi.waitFor(() => {
    runInNewContext('gc()')
    expect(answer.deref() === undefined).toBe(true) // expect(object) would keep a reference, which prevents garbage collection
  })
})
