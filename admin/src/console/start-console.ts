import { once } from 'node:events'
import { createServer } from 'node:http'
import * as v from 'valibot'
import type { Command, CommandContext } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { registerSignalCleanup } from '../signal-cleanup.ts'
import { createStagedFiles } from './files/staged-files.ts'
import { deleteLeftOverFolders, resolveTemporaryRoot } from './files/temporary-folder.ts'
import { createConsoleHandler } from './handle-request.ts'
import { readConsolePages } from './pages.ts'
import { createCallRunner } from './run-call.ts'
import { createSessions } from './sessions.ts'

export type ConsoleParts = {
  commands: Readonly<Record<string, Command>>
  tools: CommandContext
  who: string
  host: '127.0.0.1' | '::1'
  /** The port to listen on, or 0 for any free port. */
  port: number
}

/** A running console: its one-time link, and a promise that resolves when its server has closed. */
export type RunningConsole = AsyncDisposable & { link: string; ended: Promise<void> }

/**
 * Starts the console's server on a loopback address. Connects to the site first, so that a missing secret key is reported at once. Deletes
 * the temporary folders of consoles that were killed.
 */
export async function startConsole({ commands, tools, who, host, port }: ConsoleParts): Promise<RunningConsole> {
  const site = await tools.site()
  const pages = await readConsolePages()
  const sessions = createSessions()
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    maxHeaderSize: 16_384,
  })
  server.listen(port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    throw new CommandFailure('refused', `Port ${port} of ${host} is in use or not allowed.`, {
      hint: 'Leave --port out, or choose another one.',
      cause,
    })
  })
  const address = v.parse(v.object({ port: v.number() }), server.address())
  const name = `${host === '::1' ? '[::1]' : host}:${address.port}`
  const root = resolveTemporaryRoot(tools.env)
  await deleteLeftOverFolders(root)
  const files = createStagedFiles(root)
  const cleanup = registerSignalCleanup(() => files[Symbol.dispose]())
  const runCall = createCallRunner(who)
  server.on(
    'request',
    createConsoleHandler({ commands, tools, who, site, pages, sessions, files, runCall, host: name }),
  )
  const ended = once(server, 'close').then(() => {})
  return {
    link: `http://${name}/#${sessions.token}`,
    ended,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await ended
      cleanup[Symbol.dispose]()
      files[Symbol.dispose]()
    },
  }
}
