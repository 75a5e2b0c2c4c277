import { expect, test } from 'vitest'
import { createSerialRunner } from './serial-runner.ts'

const never = (error: unknown) => {
  throw error
}

/** Returns a runner whose rounds take everything that is in the queue, as the consumer of a queue does. */
function createQueueRunner() {
  const queue: number[] = []
  const taken: number[] = []
  const runner = createSerialRunner(async () => {
    while (queue.length > 0) {
      await Promise.resolve()
      taken.push(...queue.splice(0))
    }
  }, never)
  return { queue, taken, runner }
}

test('a wake-up at any microtask around the end of a round is followed by another round', async () => {
  for (let delay = 0; delay < 12; delay++) {
    const { queue, taken, runner } = createQueueRunner()
    queue.push(1)
    runner.wake()
    for (let turn = 0; turn < delay; turn++) await Promise.resolve()
    queue.push(2)
    runner.wake()
    await runner.idle()
    expect(taken, `${delay} microtasks after the first wake-up`).toEqual([1, 2])
  }
})

test('wake-ups during a round cause exactly one more round, and no two rounds overlap', async () => {
  let rounds = 0
  let underway = 0
  const gate = Promise.withResolvers<void>()
  const runner = createSerialRunner(async () => {
    rounds++
    expect(++underway).toBe(1)
    await gate.promise
    underway--
  }, never)
  for (let call = 0; call < 3; call++) runner.wake()
  gate.resolve()
  await runner.idle()
  expect(rounds).toBe(2)
})

test('a round that wakes its own runner before its first await is followed by another round instead of overlapping it', async () => {
  const steps: string[] = []
  const runner = createSerialRunner(async () => {
    steps.push('begins')
    if (steps.length === 1) runner.wake()
    await Promise.resolve()
    steps.push('ends')
  }, never)
  runner.wake()
  await runner.idle()
  expect(steps).toEqual(['begins', 'ends', 'begins', 'ends'])
})

test('a failed round is reported, and a wake-up during it or after it starts another round', async () => {
  const faults: unknown[] = []
  let rounds = 0
  const runner = createSerialRunner(
    async () => {
      if (++rounds === 1) runner.wake()
      throw new Error(`round ${rounds}`)
    },
    (error) => faults.push(error),
  )
  runner.wake()
  await runner.idle()
  runner.wake()
  await runner.idle()
  expect(faults.map(String)).toEqual(['Error: round 1', 'Error: round 2', 'Error: round 3'])
  expect(runner.isRunning).toBe(false)
})
