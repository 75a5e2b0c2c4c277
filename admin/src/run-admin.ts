import type { Command } from './command.ts'
import { findCommand } from './commands.ts'
import { Failure } from './failures.ts'
import { helpFor, overview } from './help.ts'
import { parseCall } from './parse-call.ts'
import type { Environment } from './settings.ts'
import { openTools, type Terminal } from './tools.ts'
import { coloured } from './view/colour.ts'

/**
 * Runs one command and answers the exit code: 0 done, 1 failed or broken, 2 called wrongly, 3 nothing done yet because
 * `--yes` is missing.
 */
export async function runAdmin(argv: string[], terminal: Terminal & { env: Environment }): Promise<number> {
  const { stdout, stderr, env } = terminal
  const isJson = argv.includes('--json')
  try {
    const { path, command, rest } = findCommand(withHelpOption(argv))
    if (command === null) {
      if (path === '' && rest.some((arg) => arg !== '--help' && arg !== '-h')) {
        throw new Failure('usage', `"${rest[0]}" is no command.`)
      }
      stdout.write(overview(path))
      return 0
    }
    if (rest.includes('--help') || rest.includes('-h')) {
      stdout.write(helpFor(path, command))
      return 0
    }
    return await runCommand(path, command, rest, { stdout, stderr, env, isJson })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, message, hint, exitCode } = error
    if (isJson) stderr.write(`${JSON.stringify({ error: { code, message, hint } })}\n`)
    else {
      const red = coloured(message, 'broken', stderr)
      stderr.write(hint === '' ? `${red}\n` : `${red}\n${hint}\n`)
    }
    return exitCode
  }
}

/** Reads `help`, `help spots` and `spots help` as `--help`, which is how git, npm and docker take the word. */
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
  { isJson, ...terminal }: Terminal & { env: Environment; isJson: boolean },
): Promise<number> {
  const given = parseCall(path, command, rest)
  const tools = openTools(terminal)
  // The types of what was parsed belong to the command that it was parsed for; here they are forgotten.
  const answer = await command.run(given as never, tools)
  if (answer === null) return 0
  if (isJson) await tools.write(`${JSON.stringify(answer.data, null, 2)}\n`)
  else if (answer.text !== '') await tools.write(`${answer.text}\n`)
  return answer.exitCode ?? 0
}
