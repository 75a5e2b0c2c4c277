import { join } from 'node:path'
import { type Config, ConfigError } from '@site/backend/config'
import { keepRunning } from '@site/backend/keep-running'
import { start } from '@site/backend/start'
import { stopOnSignals } from '@site/backend/stop-on-signals'
import { siteProject } from './project.ts'

/**
 * Runs the server with the built site in `website` until a signal stops it. When it cannot start, prints a one-line error and ends the
 * process.
 */
export async function runServer(env: Record<string, string | undefined>, website: string): Promise<void> {
  // The program that reads the log may close the pipe. Without a listener, the error would end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  try {
    const server = await start(
      env,
      siteProject((config) => openBuiltWebsite(website, config), join(website, 'database')),
    )
    stopOnSignals(() => server.stop())
    keepRunning(server)
    console.info(server.greeting.join('\n'))
  } catch (error) {
    // An error that the operator can fix is printed as one sentence. Any other error is a bug and is printed with its stack.
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
