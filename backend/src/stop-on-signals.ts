const TOGETHER_MS = 1_000

/**
 * The first signal finishes what was accepted; one that comes later means now. Signals that come together are one: a
 * supervisor tells every process of a group, and those that started this one pass it on.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSince: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== null) {
        if (Date.now() - stoppingSince > TOGETHER_MS) process.exit(1)
        return
      }
      stoppingSince = Date.now()
      void stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`The server did not stop cleanly: ${String(error)}\n`)
          process.exit(1)
        },
      )
    })
  }
}
