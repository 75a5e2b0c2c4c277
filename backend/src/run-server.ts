import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { keepRunning } from './keep-running.ts'
import { start } from './start.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** Runs the server with the built site in `website` until a signal. Prints a sentence and ends the process when it cannot start. */
export async function runServer(env: Record<string, string | undefined>, website: string): Promise<void> {
  // The reader of the log may close the pipe; the server must continue.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  try {
    const server = await start(env, (config) => openBuiltWebsite(website, config), join(website, 'database'))
    stopOnSignals(() => server.stop())
    keepRunning(server)
    console.info(server.greeting.join('\n'))
  } catch (error) {
    // Errors that the person at the terminal can fix are one sentence; any other error is a bug and keeps its stack.
    console.error(error instanceof ConfigError ? error.message : error)
    process.exit(1)
  }
}

async function openBuiltWebsite(folder: string, config: Config) {
  const [{ openBuiltSite }, { readProduct }] = await Promise.all([
    import('./site/built-site.ts'),
    import('./product.ts'),
  ])
  const product = await readProduct(folder)
  return { site: await openBuiltSite(folder, config.siteUrl, product.siteUrl), product }
}
