import type { AssistantRule, Command } from '../command.ts'
import { toCommandLine as convert, listOfferedOptions } from '../command-line.ts'

/** The most characters of one call, so that a person can read all of it before confirming. */
const MOST_CHARACTERS = 1000

/** The arguments that are numbers. */
const NUMBERS = ['number', 'percent']

/** Returns the name of a command's tool: `spots set` is `spots_set`. */
export function toToolName(path: string): string {
  return path.replaceAll(' ', '_')
}

/** Returns the JSON schema of a tool's input, from the arguments and options of its command. `--yes` is the person's confirmation instead. */
export function createInputSchema(command: Command, rule: AssistantRule) {
  const properties: Record<string, Record<string, string | number>> = {}
  for (const name of command.args) {
    properties[name.replace('?', '')] = NUMBERS.includes(name)
      ? { type: 'number' }
      : { type: 'string', maxLength: MOST_CHARACTERS }
  }
  for (const [name, { type, help }] of listOfferedOptions(command, rule.without ?? []))
    properties[name] = { type, description: help }
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
export function toCommandLine(command: Command, rule: AssistantRule, input: Record<string, unknown>): string[] {
  return convert(command, input, { without: rule.without ?? [], most: MOST_CHARACTERS })
}
