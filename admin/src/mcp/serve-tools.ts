/* oxlint-disable typescript/no-deprecated -- McpServer takes no generated JSON schemas; the library keeps Server for servers like this one, and elicitation for clients that connect with `initialize` */
import { Server } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { resolveOperatorName } from '../audit/record-act.ts'
import type { Command, CommandContext, CommandInput } from '../command.ts'
import { listGivenOptions, readFields } from '../command-input.ts'
import { CommandFailure } from '../failures.ts'
import { findAddressee, runCommandAs } from '../run-command.ts'
import { confirmByPerson } from './confirm.ts'
import { formatUntrusted, maskAddresses, maskPersonalData } from './mask.ts'
import { createInputSchema, MOST_CALL_CHARACTERS, toToolName } from './tool-schema.ts'

/** The most characters of an answer: more would fill the assistant's context with rows. */
const MOST_CHARACTERS = 200_000

type Tool = { path: string; command: Command; rule: { shows: readonly string[]; without: readonly string[] } }

/** Returns the commands that are offered to an assistant, by the names of their tools. */
function listTools(commands: Readonly<Record<string, Command>>, isMasked: boolean): Map<string, Tool> {
  const tools = new Map<string, Tool>()
  for (const [path, command] of Object.entries(commands)) {
    if (command.assistant === null) continue
    const { shows, without = [], reveals = [] } = command.assistant
    tools.set(toToolName(path), {
      path,
      command,
      rule: { shows, without: isMasked ? [...without, ...reveals] : without },
    })
  }
  return tools
}

/**
 * Serves operator commands as tools on standard input and output. Resolves when the assistant's program closes the connection.
 */
export async function serveTools(
  commands: Readonly<Record<string, Command>>,
  context: CommandContext,
  { showPersonalData }: { showPersonalData: boolean },
): Promise<void> {
  const tools = listTools(commands, !showPersonalData)
  const server = new Server({ name: 'site-operator', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools].map(([name, { command, rule }]) => ({
      name,
      description: command.summary,
      inputSchema: createInputSchema(command, rule),
      annotations: { readOnlyHint: command.kind === 'reads', destructiveHint: command.kind === 'writes' },
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    try {
      const tool = tools.get(params.name)
      if (tool === undefined) throw new CommandFailure('usage', 'There is no such tool.')
      const { data, rest } = await runTool(server, tool, params.arguments ?? {}, {
        ...context,
        exactMatchesOnly: !showPersonalData,
      })
      // A masked cursor still works: its address is needed only for an order by address, which is not offered then.
      const text = showPersonalData
        ? formatUntrusted(data, rest)
        : formatUntrusted(
            maskPersonalData(data, tool.rule.shows),
            rest && { after: rest.after && maskAddresses(rest.after) },
          )
      if (text.length > MOST_CHARACTERS) throw new CommandFailure('refused', 'The answer is too long: use limit.')
      return { content: [{ type: 'text', text }] }
    } catch (error) {
      return { content: [{ type: 'text', text: formatError(error, showPersonalData) }], isError: true }
    }
  })
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.once('end', resolve)
  })
  await server.connect(new StdioServerTransport())
  await closed
}

async function runTool(server: Server, { path, command, rule }: Tool, input: object, context: CommandContext) {
  const given = readFields(path, command, { ...input }, { ...rule, most: MOST_CALL_CHARACTERS })
  if (command.kind === 'writes') {
    const addressee = await findAddressee(command, given, context)
    const confirmation = await confirmByPerson(server, path, formatCall(command, given), addressee)
    if (confirmation !== 'confirmed') throw new CommandFailure('refused', REFUSALS[confirmation])
    context.note(`Ran after confirmation: ${path}`)
  }
  const options = { ...given.options, json: true, yes: true }
  // stdout belongs to the protocol, and a question on the terminal would compete with the assistant's program for it.
  const quiet = { write: async () => {}, note: () => {}, askSecret: async () => null, progress: () => NO_PROGRESS }
  const operator = () => ({ who: resolveOperatorName(undefined, context.env), via: 'assistant' as const })
  const result = await runCommandAs(operator, path, command, { args: given.args, options }, { ...context, ...quiet })
  return { data: result?.data ?? null, rest: result?.rest ?? null }
}

/** Formats a call as a command line, for the person who confirms it. */
function formatCall(command: Command, given: CommandInput): string {
  const flags = listGivenOptions(command, given).map(([name, value]) => `--${name}${value === true ? '' : `=${value}`}`)
  const args = Object.values(given.args).filter((value) => value !== undefined)
  const parts = args.length === 0 ? flags : [...flags, '--', ...args]
  return parts.map((part) => (/^[\w.=-]+$/.test(part) ? part : JSON.stringify(part))).join(' ')
}

const NO_PROGRESS = { advance: () => {}, done: () => {} }

const REFUSALS = {
  refused: 'The person did not confirm. Nothing was done.',
  unavailable:
    'This program cannot ask a person to confirm (no elicitation). Nothing was done. The person can run the command in a terminal.',
} as const

function formatError(error: unknown, showPersonalData: boolean): string {
  const text = error instanceof CommandFailure ? error.message : 'The command failed unexpectedly.'
  return formatUntrusted({ error: showPersonalData ? text : maskAddresses(text) })
}
