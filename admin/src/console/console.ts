import { once } from 'node:events'
import { createServer } from 'node:http'
import * as v from 'valibot'
import { resolveOperatorName } from '../audit/record-act.ts'
import { type Command, defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { registerSignalCleanup } from '../signal-cleanup.ts'
import { createStagedFiles } from './files/staged-files.ts'
import { deleteLeftOverFolders, resolveTemporaryRoot } from './files/temporary-folder.ts'
import { type ConsoleServerParts, createConsoleHandler } from './handle-request.ts'
import { readConsolePages } from './pages.ts'
import { createCallRunner } from './run-call.ts'
import { createSessions } from './sessions.ts'

const LOOPBACK = ['127.0.0.1', '::1'] as const

/**
 * Creates the command that serves the listed commands as a web page. `list` is called when the command runs, because the list contains
 * this command itself.
 */
export const createConsoleCommand = (list: () => Readonly<Record<string, Command>>): Command =>
  defineCommand({
    kind: 'writes',
    recording: 'none',
    summary: 'open these commands as a web page on this computer, until Ctrl-C',
    options: {
      as: { type: 'string', value: 'NAME', help: 'who you are, for the audit log (OPERATOR_NAME, else your account)' },
      port: {
        type: 'number',
        value: 'PORT',
        least: 1,
        most: 65_535,
        otherwise: 0,
        help: 'a fixed port; without it a free one',
      },
      host: { type: 'string', value: 'ADDRESS', help: '127.0.0.1 (the default) or ::1; no other computer can open it' },
    },
    page: { reason: 'It is the program that serves the console.' },
    examples: ['console', 'console --as Grace --port 4000'],
    async run({ options }, tools) {
      const host = LOOPBACK.find((address) => address === (options.host ?? '127.0.0.1'))
      if (host === undefined) {
        throw new CommandFailure('usage', '--host is 127.0.0.1 or ::1: the console is for this computer only.', {
          hint: 'From another computer, forward the port: ssh -L 4000:127.0.0.1:4000 SERVER',
        })
      }
      const who = resolveOperatorName(options.as, tools.env)
      await using console = await startConsole({ commands: list(), tools, who, host, port: options.port })
      await tools.write(`Open ${console.link}\nThe link works once. Ctrl-C ends the console.\n`)
      await console.ended
      return null
    },
  })

type ConsoleParts = Pick<ConsoleServerParts, 'commands' | 'tools' | 'who'> & {
  host: (typeof LOOPBACK)[number]
  /** The port to listen on, or 0 for any free port. */
  port: number
}

/** A running console: its one-time link, and a promise that resolves when its server has closed. */
type RunningConsole = AsyncDisposable & { link: string; ended: Promise<void> }

/**
 * Starts the console's server on a loopback address. Connects to the site first, so that a missing secret key is reported at once. Deletes
 * the temporary folders of consoles that were killed.
 */
async function startConsole({ commands, tools, who, host, port }: ConsoleParts): Promise<RunningConsole> {
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
