import { ConfigError } from './config.ts'
import { handleUncaughtErrors } from './handle-uncaught-errors.ts'
import { type ProjectOpener, startProjectServer } from './start.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** Runs the server until a signal stops it. When it cannot start, prints a one-line error and ends the process. */
export async function runServer(env: Record<string, string | undefined>, openProject: ProjectOpener): Promise<void> {
  // The program that reads the log may close the pipe. Without a listener, the error would end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  try {
    const server = await startProjectServer(env, openProject)
    stopOnSignals(() => server.stop())
    handleUncaughtErrors(server)
    console.info(server.greeting.join('\n'))
  } catch (error) {
    // An error that the operator can fix is printed as one sentence. Any other error is a bug and is printed with its stack.
    console.error(error instanceof ConfigError ? error.message : error)
    process.exit(1)
  }
}
