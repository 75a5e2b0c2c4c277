import type { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'

/** The server's log and the function that stops the server. Tests also replace `process.exit` and the event emitter `process`. */
export type UncaughtErrorOptions = {
  log: Pick<FastifyBaseLogger, 'error' | 'fatal'>
  stop(): Promise<void>
  exit?(code: number): void
  events?: EventEmitter
}

/** The maximum time, in milliseconds, for stopping the server after an uncaught error. Open requests get ten seconds of it. */
const STOP_TIMEOUT_MS = 15_000

/**
 * Handles uncaught errors of the process. An unhandled rejection, and a socket error without a listener, don't affect other requests: they
 * are logged as bugs and the process continues. After any other exception the state of the process may be inconsistent. The exception is
 * logged, the server stops as on a signal, and the process exits with status 1, even when the stop hangs, because a supervisor restarts
 * only a process that has ended.
 */
export function handleUncaughtErrors({ log, stop, exit = process.exit, events = process }: UncaughtErrorOptions): void {
  let isStopping = false
  events.on('unhandledRejection', (cause: unknown) => {
    log.error({ event: 'fault', err: asError(cause) }, 'Unhandled promise rejection')
  })
  events.on('uncaughtException', (cause: unknown) => {
    const err = asError(cause)
    if (isConnectionError(err)) {
      log.error({ event: 'fault', err }, 'Unhandled error of a connection')
      return
    }
    log.fatal({ event: 'fault', err }, 'Uncaught exception; the server stops')
    if (isStopping) return
    isStopping = true
    const end = () => {
      clearTimeout(deadline)
      exit(1)
    }
    const deadline = setTimeout(end, STOP_TIMEOUT_MS)
    stop().then(end).catch(end)
  })
}

const CONNECTION_CODES = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTCONN', 'EHOSTUNREACH'])

/** Returns whether an error is a system error of a connection that its peer closed or reset. */
function isConnectionError(error: Error): boolean {
  return 'syscall' in error && 'code' in error && CONNECTION_CODES.has(String(error.code))
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(`A ${typeof cause} was thrown`)
}
