const SAME_SIGNAL_MS = 1_000

/**
 * Stops the server on a signal. The first signal finishes open requests; a later one exits at once. Signals within a second count as one,
 * because a supervisor signals every process of a process group, and parent processes also pass the signal on.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSince: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== null) {
        if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
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
