import type { Command, CommandOptionSpec } from './command.ts'
import { CommandFailure } from './failures.ts'

/** The limits of a front end (console or MCP) on a call: the options that it does not offer, and the maximum number of characters. */
export type CallLimits = { without: readonly string[]; most: number }

/**
 * Converts the fields of a call from the console or MCP to command-line arguments, so that the parser of the command line validates it too.
 * A field that is not a boolean may be a text or a number.
 * Throws a `usage` CommandFailure for an unknown or missing field, a wrong type (both with the field's name) or a call that is too long.
 */
export function toCommandLine(
  command: Command,
  input: Readonly<Record<string, unknown>>,
  { without, most }: CallLimits,
): string[] {
  const options = new Map(listOfferedOptions(command, without))
  const names = command.args.map((name) => name.replace('?', ''))
  const flags: string[] = []
  for (const [name, value] of Object.entries(input)) {
    const type = names.includes(name) ? 'string' : options.get(name)?.type
    if (type === undefined) throw new CommandFailure('usage', `"${name.slice(0, 50)}" is not a field of this call.`)
    const isText = type !== 'boolean' && (typeof value === 'string' || typeof value === 'number')
    if (!isText && typeof value !== type) throw new CommandFailure('usage', `${name} must be a ${type}.`)
    if (names.includes(name) || value === false) continue
    flags.push(value === true ? `--${name}` : `--${name}=${value}`)
  }
  const given = names.map((name) => input[name])
  const positionals = given.filter((value) => value !== undefined).map(String)
  if (given.slice(0, positionals.length).includes(undefined)) {
    throw new CommandFailure('usage', `${names[given.indexOf(undefined)]} is missing.`)
  }
  const line = [...flags, ...(positionals.length === 0 ? [] : ['--', ...positionals])]
  if (line.join(' ').length > most) throw new CommandFailure('usage', 'The call is too long.')
  return line
}

/** Returns the options that a caller may set. `--yes` is never one of them: the console and MCP each have their own confirmation. */
export function listOfferedOptions(command: Command, without: readonly string[]): [string, CommandOptionSpec][] {
  return Object.entries(command.options).filter(([name]) => name !== 'yes' && !without.includes(name))
}
