import type { FastifyBaseLogger } from 'fastify'
import { DatabaseMoving, DatabaseUnavailable, reasonOf } from './database/errors.ts'

/** Does its work over and over until it is stopped. */
export type Worker = {
  /** There is something to do now. */
  wake(): void
  /** Lets the work in hand finish, then rests for good. */
  stop(): Promise<void>
}

/** What a worker does: one round of work, ended early when the signal asks for it. */
export type Round = (enough: AbortSignal) => Promise<unknown>

/** How often, and under which name a failure is logged: `<name>_round_failed`. */
export type Rhythm = { name: string; interval: number; log: FastifyBaseLogger }

/**
 * Runs a round now and then: `interval` milliseconds after the last one, give or take a quarter so that several processes
 * do not march in step, or as soon as it is woken. A round that fails is logged, and the next one comes in its time.
 */
export function startWorker(round: Round, { name, interval, log }: Rhythm): Worker {
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
        await round(stopping.signal)
      } catch (error) {
        // A database that is being moved is to be left alone, so a worker just rests.
        if (!(error instanceof DatabaseMoving)) {
          log.warn({ event: `${name}_round_failed`, reason: inAWord(error) }, 'It is tried again at the next round')
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

function inAWord(error: unknown): string {
  if (error instanceof DatabaseUnavailable) return `${error.name}: ${reasonOf(error)}`
  return error instanceof Error ? error.name : 'unknown'
}
