import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { start } from './start.ts'

const WEBSITE = join(import.meta.dirname, '../../website/dist')

try {
  const server = await start(process.env, WEBSITE)
  console.info(server.greeting.join('\n'))
  stopOnSignals(server.stop)
} catch (error) {
  // Whatever the person at the terminal can mend is one sentence; anything else is a fault and keeps its stack.
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

/** The first signal finishes what was accepted; a second one means now. */
function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (isStopping) process.exit(1)
      isStopping = true
      await stop()
      process.exit(0)
    })
  }
}
