import type { FastifyBaseLogger } from 'fastify'
import { DatabaseMoving, DatabaseUnavailable, reasonOf } from './database/errors.ts'

/** A background task that runs repeatedly until it is stopped. */
export type Worker = {
  /** Runs the next round now. */
  wake(): void
  /** Waits for the running round to finish and starts no more. */
  stop(): Promise<void>
}

/** One round of a worker; it ends early when the signal is aborted. */
export type Task = (signal: AbortSignal) => Promise<unknown>

/** The interval in milliseconds, and the name under which a failure is logged: `<name>_round_failed`. */
export type WorkerOptions = { name: string; interval: number; log: FastifyBaseLogger }

/**
 * Runs a task repeatedly: `interval` milliseconds after its last round, plus or minus a quarter so that several processes don't run in
 * lockstep, or as soon as it is woken. A failed round is logged, and the next one runs as usual.
 */
export function startWorker(task: Task, { name, interval, log }: WorkerOptions): Worker {
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
        // Expected while the database is being moved, so it is not logged.
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
  if (error instanceof DatabaseUnavailable) return `${error.name}: ${reasonOf(error)}`
  return error instanceof Error ? error.name : 'unknown'
}
