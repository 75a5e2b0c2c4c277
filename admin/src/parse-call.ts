import { parseArgs } from 'node:util'
import type { Command, CommandOptionSpec, ParsedCommandLine } from './command.ts'
import { CommandFailure } from './failures.ts'

/** Options that every command accepts. */
export const GLOBAL_OPTIONS = {
  json: { type: 'boolean', help: 'print JSON, for scripts' },
  help: { type: 'boolean', help: 'show this' },
} as const

/** Parses a command's arguments and options. Throws a `usage` CommandFailure for an unknown option and for missing or surplus arguments. */
export function parseCommandLine(path: string, command: Command, rest: string[]): ParsedCommandLine {
  const specs = { ...command.options, ...GLOBAL_OPTIONS }
  const { values, positionals } = parsed(path, rest, specs)
  const required = command.args.filter((name) => !name.endsWith('?'))
  if (positionals.length < required.length) {
    throw new CommandFailure('usage', `${path} needs ${upper(required.slice(positionals.length))}.`)
  }
  if (positionals.length > command.args.length) {
    throw new CommandFailure('usage', `${path} does not take the argument "${positionals[command.args.length]}".`)
  }
  const args = Object.fromEntries(command.args.map((name, index) => [name.replace('?', ''), positionals[index]]))
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { type }]) => [name, values[name] ?? (type === 'boolean' ? false : undefined)]),
  )
  return { args, options }
}

function parsed(path: string, rest: string[], options: Record<string, CommandOptionSpec>) {
  try {
    const bare = Object.fromEntries(
      Object.entries(options).map(([name, { type }]) => [
        name,
        { type: type === 'boolean' ? type : ('string' as const) },
      ]),
    )
    return parseArgs({ args: rest, options: bare, allowPositionals: true, strict: true })
  } catch (cause) {
    const message = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : String(cause)
    throw new CommandFailure('usage', `${path}: ${message}.`, { cause })
  }
}

function upper(names: readonly string[]): string {
  return names.map((name) => name.toUpperCase()).join(' and ')
}
