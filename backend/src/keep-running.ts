import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'

/** What is kept running: a log and a way to stop in order, of a server; and the process, which tests replace. */
export type Kept = {
  log: Pick<FastifyBaseLogger, 'error' | 'fatal'>
  stop(): Promise<void>
  exit?(code: number): void
  events?: EventEmitter
}

/** How long the stop after a fault may take; it gives requests that were accepted ten seconds. */
const STOP_WITHIN_MS = 15_000

/**
 * The last line of defence against faults that nothing caught. A rejection that nothing observed and an error of a connection that nothing
 * listened to leave the rest of the process as it was: they are logged as faults, and it goes on. Any other exception may have left
 * something half done: it is logged, and the process stops as on a signal and ends with 1, also when the stop does not come to an end:
 * a process that stands still would be started again by nobody.
 */
export function keepRunning({ log, stop, exit = process.exit, events = process }: Kept): void {
  let isStopping = false
  events.on('unhandledRejection', (cause: unknown) => {
    log.error({ event: 'fault', err: asError(cause) }, 'Nothing observed a promise that was rejected')
  })
  events.on('uncaughtException', (cause: unknown) => {
    const err = asError(cause)
    if (isOfConnection(err)) {
      log.error({ event: 'fault', err }, 'Nothing listened to the error of a connection')
      return
    }
    log.fatal({ event: 'fault', err }, 'Nothing caught an exception; the server stops')
    if (isStopping) return
    isStopping = true
    const end = () => {
      clearTimeout(deadline)
      exit(1)
    }
    const deadline = setTimeout(end, STOP_WITHIN_MS)
    stop().then(end).catch(end)
  })
}

const CONNECTION_CODES = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTCONN', 'EHOSTUNREACH'])

/** Whether an error is what the system says of a connection that its other side ended. */
function isOfConnection(error: Error): boolean {
  return 'syscall' in error && 'code' in error && CONNECTION_CODES.has(String(error.code))
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(`A ${typeof cause} was thrown`)
}
