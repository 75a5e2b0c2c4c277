import type { Command } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import type { ToolRule } from './tool-list.ts'

/** The most characters of one call, so that a person can read all of it before confirming. */
const MOST_CHARACTERS = 1000

/** Returns the name of a command's tool: `spots set` is `spots_set`. */
export function toToolName(path: string): string {
  return path.replaceAll(' ', '_')
}

/** Returns the JSON schema of a tool's input, from the arguments and options of its command. `--yes` is the person's confirmation instead. */
export function createInputSchema(command: Command, rule: ToolRule) {
  const properties: Record<string, Record<string, string | number>> = {}
  for (const name of command.args) properties[name.replace('?', '')] = { type: 'string', maxLength: MOST_CHARACTERS }
  for (const [name, { type, help }] of offeredOptions(command, rule)) properties[name] = { type, description: help }
  return {
    type: 'object' as const,
    properties,
    required: command.args.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  }
}

/**
 * Converts a tool's input to command-line arguments. Throws a `usage` CommandFailure that names the field for an unknown field, a wrong type
 * or a call that is too long.
 */
export function toCommandLine(command: Command, rule: ToolRule, input: Record<string, unknown>): string[] {
  const options = new Map(offeredOptions(command, rule))
  const names = command.args.map((name) => name.replace('?', ''))
  const flags: string[] = []
  for (const [name, value] of Object.entries(input)) {
    const type = names.includes(name) ? 'string' : options.get(name)?.type
    if (type === undefined) throw new CommandFailure('usage', `"${name.slice(0, 50)}" is not a field of this tool.`)
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
  if (line.join(' ').length > MOST_CHARACTERS) throw new CommandFailure('usage', 'The call is too long.')
  return line
}

function offeredOptions(command: Command, rule: ToolRule) {
  const without = 'without' in rule ? (rule.without ?? []) : []
  return Object.entries(command.options).filter(([name]) => name !== 'yes' && !without.includes(name))
}
