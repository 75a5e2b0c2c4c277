import { resolveOperatorName } from './audit/record-act.ts'
import type { Command } from './command.ts'
import { parseCommandLine } from './command-input.ts'
import { findCommand } from './commands.ts'
import { CommandFailure } from './failures.ts'
import { formatCommandHelp, formatCommandOverview } from './help.ts'
import { describeListRest } from './list-page.ts'
import { runCommandAs } from './run-command.ts'
import type { EnvironmentVariables } from './settings.ts'
import { type AdminTerminal, createCommandEnvironment } from './tools.ts'
import { addTerminalColour, sanitiseKeepingColours } from './view/colour.ts'
import { formatJson, sanitiseForTerminal } from './view/text.ts'

/**
 * Runs one command and returns the exit code: 0 success, 1 failure, 2 usage error, 3 preview only because `--yes` is missing. Prints a
 * CommandFailure to stderr (as JSON with --json) and rethrows any other error.
 */
export async function runAdmin(
  argv: string[],
  terminal: AdminTerminal & { env: EnvironmentVariables },
): Promise<number> {
  const { stdout, stderr } = terminal
  const isJson = argv.includes('--json')
  try {
    const { path, command, rest } = findCommand(withHelpOption(argv))
    if (command === null) {
      if (path === '' && rest.some((arg) => arg !== '--help' && arg !== '-h')) {
        throw new CommandFailure('usage', `"${rest[0]}" is not a command.`)
      }
      stdout.write(formatCommandOverview(path))
      return 0
    }
    if (rest.includes('--help') || rest.includes('-h')) {
      stdout.write(formatCommandHelp(path, command))
      return 0
    }
    return await runCommand(path, command, rest, { ...terminal, isJson })
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    const { code, message, hint, exitCode } = error
    if (isJson) stderr.write(`${formatJson({ error: { code, message, hint } })}\n`)
    else {
      const red = addTerminalColour(sanitiseForTerminal(message, true), 'broken', stderr)
      stderr.write(hint === '' ? `${red}\n` : `${red}\n${hint}\n`)
    }
    return exitCode
  }
}

/** Rewrites `help`, `help spots` and `spots help` to `--help`, as git, npm and docker do. */
function withHelpOption(argv: readonly string[]): string[] {
  const [first, second, ...others] = argv
  if (first === 'help') return [...argv.slice(1), '--help']
  if (second === 'help' && others.length === 0) return [first ?? '', '--help']
  return [...argv]
}

async function runCommand(
  path: string,
  command: Command,
  rest: string[],
  { isJson, ...terminal }: AdminTerminal & { env: EnvironmentVariables; isJson: boolean },
): Promise<number> {
  const given = parseCommandLine(path, command, rest)
  const tools = createCommandEnvironment(terminal)
  const operator = () => ({ who: resolveOperatorName(undefined, terminal.env), via: 'command line' as const })
  const result = await runCommandAs(operator, path, command, given, tools)
  if (result === null) return 0
  const further = result.rest ? describeListRest(result.rest) : null
  if (isJson) await tools.write(`${formatJson(result.data, 2)}\n`)
  else if (result.text !== '') await tools.write(`${sanitiseKeepingColours(result.text)}\n`)
  if (further !== null) tools.note(further)
  return result.exitCode ?? 0
}
