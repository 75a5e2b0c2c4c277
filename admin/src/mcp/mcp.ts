import { type Command, defineCommand } from '../command.ts'

/** Creates the command that offers the listed commands to an assistant. `list` is called when the command runs, because the list contains it. */
export const createMcpCommand = (list: () => Readonly<Record<string, Command>>): Command =>
  defineCommand({
    kind: 'writes',
    recording: 'none',
    summary: 'offer these commands to an assistant (Model Context Protocol over stdio)',
    options: {
      'show-personal-data': { type: 'boolean', help: 'do not mask names, addresses and messages' },
    },
    page: { reason: 'It belongs to an assistant’s program.' },
    examples: ['mcp', 'mcp --show-personal-data'],
    async run({ options }, tools) {
      // Imported here, because other commands need no package of the protocol.
      const { serveTools } = await import('./serve-tools.ts')
      await serveTools(list(), tools, { showPersonalData: options['show-personal-data'] })
      return null
    },
  })
