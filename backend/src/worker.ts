import type { FastifyBaseLogger } from 'fastify'
import { DatabaseMoving, DatabaseUnavailable, describeUnavailableReason } from './database/port/errors.ts'

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
 * The name of the worker, which the log event of a failed run contains (`<name>_round_failed`), and the interval between runs in
 * milliseconds.
 */
export type WorkerOptions = { name: string; interval: number; log: FastifyBaseLogger }

/**
 * Runs a task repeatedly: `interval` milliseconds after its last run, plus or minus a quarter so that several processes don't run at the
 * same times, or as soon as `wake` is called. A failed run is logged, and the next one runs as usual.
 */
export function startWorker(task: WorkerTask, { name, interval, log }: WorkerOptions): BackgroundWorker {
  const stopping = new AbortController()
  let isWoken = false
  let endRest = () => {}

  async function rest(): Promise<void> {
    if (isWoken) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, interval * (0.75 + Math.random() / 2))
    timer.unref()
    endRest = resolve
    await promise
    clearTimeout(timer)
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      isWoken = false
      try {
        await task(stopping.signal)
      } catch (error) {
        // `DatabaseMoving` is expected while the site moves to another database, so it is not logged.
        if (!(error instanceof DatabaseMoving)) {
          log.warn(
            { event: `${name}_round_failed`, reason: describeError(error) },
            'A background task failed; it runs again at the next interval',
          )
        }
      }
      if (!stopping.signal.aborted) await rest()
    }
  }

  const running = run()
  return {
    wake() {
      isWoken = true
      endRest()
    },
    async stop() {
      stopping.abort()
      endRest()
      await running
    },
  }
}

function describeError(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return `${error.name}: ${describeUnavailableReason(error)}`
  return error instanceof Error ? error.name : 'unknown'
}
