import { expect, test } from 'vitest'
import { waitForNextTask } from './next-task.ts'

test('waitForNextTask resolves after the timer tasks that were queued before it', async () => {
  const done: string[] = []
  setTimeout(() => done.push('a task that was waiting'))
  await waitForNextTask()
  done.push('what waited')
  expect(done).toEqual(['a task that was waiting', 'what waited'])
})
