import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { DatabaseMoving, DatabaseUnavailable } from './database/port/errors.ts'
import { startWorker } from './worker.ts'

const HOUR = 3_600_000
const every = (interval: number) => ({ name: 'some', interval, log: pino({ level: 'silent' }) })

test('a background worker runs its task at the start and each time wake() is called', async () => {
  let rounds = 0
  const worker = startWorker(async () => void rounds++, every(HOUR))
  await pause(5)
  expect(rounds).toBe(1)
  worker.wake()
  await pause(5)
  expect(rounds).toBe(2)
  await worker.stop()
})

test('a background worker repeats its task after the interval, plus or minus a quarter', async () => {
  let rounds = 0
  const worker = startWorker(async () => void rounds++, every(40))
  const began = performance.now()
  await expect.poll(() => rounds, { interval: 5 }).toBeGreaterThanOrEqual(3)
  await worker.stop()
  expect(performance.now() - began).toBeGreaterThanOrEqual(2 * 30)
})

test('stopping a background worker aborts the signal, waits for the running task and starts no further run', async () => {
  const steps: string[] = []
  const worker = startWorker(async (enough) => {
    steps.push('begun')
    await pause(30)
    steps.push(enough.aborted ? 'finished, hurried' : 'finished')
  }, every(1))
  await pause(5)
  await worker.stop()
  worker.wake()
  await pause(10)
  expect(steps).toEqual(['begun', 'finished, hurried'])
})

test('when the task of a background worker fails, the log contains a short reason and no personal data', async () => {
  const logged: unknown[] = []
  const log = pino({}, { write: (line) => logged.push(JSON.parse(line)) })
  const failures = [
    new DatabaseUnavailable({ cause: Object.assign(new Error('could not extend file'), { code: '53100' }) }),
    new DatabaseUnavailable({ cause: new Error('timeout expired') }),
    new DatabaseMoving(), // this error is not logged, because it is expected while the site moves to another database
    new TypeError('mara.lind@example.com'),
  ]
  const worker = startWorker(
    async () => {
      const failure = failures.shift()
      if (failure) throw failure
    },
    { ...every(2), log },
  )
  await expect.poll(() => logged.length).toBe(3)
  await worker.stop()
  const reasons = ['DatabaseUnavailable: 53100', 'DatabaseUnavailable: timeout expired', 'TypeError']
  expect(logged).toMatchObject(reasons.map((reason) => ({ event: 'some_round_failed', reason })))
  expect(JSON.stringify(logged)).not.toContain('mara')
})
