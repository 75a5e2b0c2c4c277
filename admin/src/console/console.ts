import { resolveOperatorName } from '../audit/record-act.ts'
import { type Command, defineCommand } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { startConsole } from './start-console.ts'

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
