import { once } from 'node:events'
import type { CommandContext } from './command.ts'
import type { EnvironmentVariables } from './settings.ts'
import { createSiteClient } from './site.ts'
import { startProgressBar } from './view/progress.ts'

/** The output streams of the CLI. */
export type AdminTerminal = { stdout: NodeJS.WritableStream; stderr: NodeJS.WritableStream & { isTTY?: boolean } }

/** Creates the environment of a command for the given output streams and environment variables. */
export function createCommandEnvironment({
  stdout,
  stderr,
  env,
}: AdminTerminal & { env: EnvironmentVariables }): CommandContext {
  return {
    env,
    site: async () => createSiteClient(env),
    async write(chunk) {
      if (!stdout.write(chunk)) await once(stdout, 'drain')
    },
    note: (text) => void stderr.write(`${text}\n`),
    progress: (label, total) => startProgressBar(stderr, label, total),
  }
}
