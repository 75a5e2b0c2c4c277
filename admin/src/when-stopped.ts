import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const cleaners = new Set<() => void>()

/**
 * Runs `clean` when the program is stopped by Ctrl-C or another signal, and ends it as a shell expects (128 and the signal's number).
 * Holds until it is disposed of. Of several at once each one runs.
 */
export function whenStopped(clean: () => void): Disposable {
  if (cleaners.size === 0) for (const signal of SIGNALS) process.on(signal, stop)
  cleaners.add(clean)
  return {
    [Symbol.dispose]() {
      cleaners.delete(clean)
      if (cleaners.size === 0) for (const signal of SIGNALS) process.off(signal, stop)
    },
  }
}

function stop(signal: (typeof SIGNALS)[number]): void {
  for (const clean of cleaners) clean()
  process.exit(128 + constants.signals[signal])
}
