import type { FastifyBaseLogger } from 'fastify'
import { DatabaseMoving, DatabaseUnavailable, describeUnavailableReason } from './database/port/errors.ts'
import { createSerialRunner } from './serial-runner.ts'

/** A background task that runs repeatedly until it is stopped. */
export type BackgroundWorker = {
  /** Runs the task now instead of at the next interval. */
  wake(): void
  /** Waits for the running task to finish, then stops the worker. */
  stop(): Promise<void>
}

/** One run of a worker's task. The run should end early when the signal is aborted. */
export type WorkerTask = (signal: AbortSignal) => Promise<unknown>

/**
 * The name of the worker, which the log event of a failed run contains (`<name>_round_failed`), and in milliseconds the interval between
 * runs and the delay of the first one (by default none).
 */
export type WorkerOptions = { name: string; interval: number; delay?: number; log: FastifyBaseLogger }

/**
 * Runs a task repeatedly: `interval` milliseconds after its last run, plus or minus a quarter so that several processes don't run at the
 * same times, or as soon as `wake` is called. A failed run is logged, and the next one runs as usual.
 */
export function startWorker(task: WorkerTask, { name, interval, delay = 0, log }: WorkerOptions): BackgroundWorker {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined

  async function round(): Promise<void> {
    clearTimeout(timer)
    if (stopping.signal.aborted) return
    try {
      await task(stopping.signal)
    } finally {
      timer = setTimeout(runner.wake, interval * (0.75 + Math.random() / 2)).unref()
    }
  }

  const runner = createSerialRunner(round, (error) => {
    if (error instanceof DatabaseMoving) return // expected while the database is moved
    log.warn(
      { event: `${name}_round_failed`, reason: describeError(error) },
      'A background task failed; it runs again at the next interval',
    )
  })
  if (delay === 0) runner.wake()
  else timer = setTimeout(runner.wake, delay).unref()
  return {
    wake: runner.wake,
    async stop() {
      stopping.abort()
      await runner.idle()
      clearTimeout(timer)
    },
  }
}

function describeError(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return `${error.name}: ${describeUnavailableReason(error)}`
  return error instanceof Error ? error.name : 'unknown'
}
