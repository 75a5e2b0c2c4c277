import { once } from 'node:events'
import type { CommandContext } from './command.ts'
import type { EnvironmentVariables } from './settings.ts'
import { createSiteClient } from './site.ts'
import { askSecret, type TerminalInput } from './view/ask-secret.ts'
import { startProgressBar } from './view/progress.ts'

/** The streams of the CLI. Without `stdin`, no question can be asked. */
export type AdminTerminal = {
  stdin?: TerminalInput
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream & { isTTY?: boolean }
}

/** Creates the environment of a command for the given streams and environment variables. */
export function createCommandEnvironment({
  stdin,
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
    askSecret: async (question) => (stdin === undefined ? null : askSecret(stdin, stderr, question)),
    note: (text) => void stderr.write(`${text}\n`),
    progress: (label, total, format) => startProgressBar(stderr, label, total, format),
  }
}
