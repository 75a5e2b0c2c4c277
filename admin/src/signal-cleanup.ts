import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const cleaners = new Set<() => void>()

/**
 * Registers a synchronous clean-up for SIGINT, SIGTERM and SIGHUP until the returned object is disposed. On a signal all registered
 * clean-ups run, and the process exits with 128 plus the signal's number, as shells expect.
 */
export function registerSignalCleanup(clean: () => void): Disposable {
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
  for (const clean of cleaners) {
    try {
      clean()
    } catch (error) {
      console.error(error) // the other clean-ups still run
    }
  }
  process.exit(128 + constants.signals[signal])
}
