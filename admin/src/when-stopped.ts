import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `clean` when the program is stopped by Ctrl-C or another signal, and ends it as a shell expects (128 and the signal's number).
 * Holds until it is disposed of.
 */
export function whenStopped(clean: () => void): Disposable {
  const stop = (signal: (typeof SIGNALS)[number]) => {
    clean()
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  return {
    [Symbol.dispose]() {
      for (const signal of SIGNALS) process.off(signal, stop)
    },
  }
}
