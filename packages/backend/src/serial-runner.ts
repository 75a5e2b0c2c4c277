/** Runs an async task round by round, never two rounds at once. */
export type SerialRunner = {
  /** Starts a round, or has another round follow the running one. A round begins after every call, however late in a round it comes. */
  wake(): void
  /** True from the call of `wake` until no round is running or due. */
  readonly isRunning: boolean
  /** Resolves when no round is running or due. */
  idle(): Promise<void>
}

/**
 * Creates the runner of an async task that is woken by events. A hand-written flag around such a loop loses a wake-up that arrives between
 * the loop's last look at its queue and the reset of the flag. `onFault` gets what a round throws; a wake-up during that round still counts.
 */
export function createSerialRunner(round: () => Promise<unknown>, onFault: (error: unknown) => void): SerialRunner {
  let isDue = false
  let running: Promise<void> | null = null

  async function run(): Promise<void> {
    while (isDue) {
      isDue = false
      try {
        await round()
      } catch (error) {
        onFault(error)
      }
    }
    running = null // in the same turn as the condition of the loop, so that no wake-up falls between them
  }

  return {
    wake() {
      isDue = true
      if (running !== null) return
      running = Promise.resolve() // for a wake-up by the first part of the round, which runs before `run` returns
      running = run()
    },
    get isRunning() {
      return running !== null
    },
    async idle() {
      while (running !== null) await running
    },
  }
}
