import { expect, test } from 'vitest'
import { nextTask } from './next-task.ts'

test('what waits for the next task lets in what was to be done before, not only what was awaited', async () => {
  const done: string[] = []
  setTimeout(() => done.push('a task that was waiting'))
  await nextTask()
  done.push('what waited')
  expect(done).toEqual(['a task that was waiting', 'what waited'])
})
