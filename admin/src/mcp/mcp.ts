import { defineCommand } from '../command.ts'

export const mcpCommand = defineCommand({
  kind: 'writes',
  summary: 'offer these commands to an assistant (Model Context Protocol over stdio)',
  options: {
    'show-personal-data': { type: 'boolean', help: 'do not mask names, addresses and messages' },
  },
  examples: ['mcp', 'mcp --show-personal-data'],
  async run({ options }, tools) {
    // Imported here, because the list of commands imports this file, and because other commands need no package of the protocol.
    const { serveTools } = await import('./serve-tools.ts')
    await serveTools(tools, { showPersonalData: options['show-personal-data'] })
    return null
  },
})
