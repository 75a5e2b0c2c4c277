import type { Command, CommandOptionSpec } from './command.ts'
import { CommandFailure } from './failures.ts'

/** What a face of the commands lets its caller give: the options that it withholds, and the most characters of a call. */
export type CallLimits = { without: readonly string[]; most: number }

/**
 * Converts the fields of a call to command-line arguments, so that every face parses a call in the same way. Throws a `usage` CommandFailure
 * that names the field for an unknown field, a wrong type or a call that is too long.
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
    if (typeof value !== type) throw new CommandFailure('usage', `${name} must be a ${type}.`)
    if (names.includes(name) || value === false) continue
    flags.push(value === true ? `--${name}` : `--${name}=${value}`)
  }
  const given = names.map((name) => input[name])
  const positionals = given.filter((value) => typeof value === 'string')
  if (given.slice(0, positionals.length).includes(undefined)) {
    throw new CommandFailure('usage', `${names[given.indexOf(undefined)]} is missing.`)
  }
  const line = [...flags, ...(positionals.length === 0 ? [] : ['--', ...positionals])]
  if (line.join(' ').length > most) throw new CommandFailure('usage', 'The call is too long.')
  return line
}

/** Returns the options that a caller may give. `--yes` is never one: each face asks for a confirmation in its own way. */
export function listOfferedOptions(command: Command, without: readonly string[]): [string, CommandOptionSpec][] {
  return Object.entries(command.options).filter(([name]) => name !== 'yes' && !without.includes(name))
}
