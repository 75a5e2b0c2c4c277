import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TaskQueue, TaskQueueFull } from './task-queue.ts'

/** Returns a task queue, and tasks that run until they are ended. `begun` lists the tasks that have begun. */
function createQueue(atOnce: number, waiting: number) {
  const queue = new TaskQueue({ atOnce, waiting })
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const run = (key: string, name: string) =>
    queue.run(key, () => {
      begun.push(name)
      const task = Promise.withResolvers<string>()
      ends.set(name, task)
      return task.promise
    })
  return { run, begun, end: (name: string) => ends.get(name) }
}

test('a task queue runs as many tasks of a key at once as allowed, the others in order as places become free', async () => {
  const { run, begun, end } = createQueue(2, 10)
  const results = Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => run('key', name)))
  expect(begun).toEqual(['a', 'b'])
  end('b')?.resolve('b done')
  await turn()
  expect(begun).toEqual(['a', 'b', 'c'])
  end('a')?.reject(new Error('a fails'))
  await turn()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  for (const name of ['c', 'd']) end(name)?.resolve(`${name} done`)
  expect((await results).map((result) => ('value' in result ? result.value : 'failed'))).toEqual([
    'failed',
    'b done',
    'c done',
    'd done',
  ])
})

test('tasks of different keys in a task queue do not wait for each other', () => {
  const { run, begun } = createQueue(1, 10)
  for (const name of ['a', 'b', 'c']) void run(name, name)
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('a task queue rejects a task beyond the maximum number of waiting tasks, and takes another when one of them begins', async () => {
  const { run, begun, end } = createQueue(1, 1)
  void run('key', 'a')
  void run('key', 'b')
  await expect(run('key', 'c')).rejects.toThrow(TaskQueueFull)
  end('a')?.resolve('')
  await turn()
  void run('key', 'd')
  end('b')?.resolve('')
  await turn()
  expect(begun).toEqual(['a', 'b', 'd'])
})

test('a key whose tasks have all ended starts again with all its places', async () => {
  const { run, begun, end } = createQueue(1, 0)
  for (const name of ['a', 'b', 'c']) {
    const task = run('key', name)
    end(name)?.resolve('')
    await task
  }
  expect(begun).toEqual(['a', 'b', 'c'])
})
