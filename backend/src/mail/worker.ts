import type { FastifyBaseLogger } from 'fastify'

/** Does its work over and over until it is stopped. */
export type Worker = {
  /** There is something to do now. */
  wake(): void
  /** Lets the work in hand finish, then rests for good. */
  stop(): Promise<void>
}

/** What a worker does: one round of work, ended early when the signal asks for it. */
export type Round = (enough: AbortSignal) => Promise<unknown>

/**
 * Runs a round now and then: `interval` milliseconds after the last one, give or take a quarter so that several processes
 * do not march in step, or as soon as it is woken. A round that fails is logged, and the next one comes in its time.
 */
export function startWorker(round: Round, interval: number, log: FastifyBaseLogger): Worker {
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
        log.warn({ event: 'mail_round_failed', reason: error instanceof Error ? error.name : 'unknown' }, 'Mail waits')
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
