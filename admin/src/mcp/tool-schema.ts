import type { AssistantRule, Command, CommandOptionSpec } from '../command.ts'
import { listOfferedOptions } from '../command-input.ts'

/** The most characters of one call, so that a person can read all of it before confirming. */
export const MOST_CALL_CHARACTERS = 1000

/** The arguments that are numbers. */
const NUMBERS = ['number', 'percent']

/** Returns the name of a command's tool: `spots set` is `spots_set`. */
export function toToolName(path: string): string {
  return path.replaceAll(' ', '_')
}

/** Returns the JSON schema of a tool's input, from the arguments and options of its command. `--yes` is the person's confirmation instead. */
export function createInputSchema(command: Command, rule: AssistantRule) {
  const properties: Record<string, Record<string, string | number | string[]>> = {}
  for (const name of command.args) {
    properties[name.replace('?', '')] = NUMBERS.includes(name)
      ? { type: 'number' }
      : { type: 'string', maxLength: MOST_CALL_CHARACTERS }
  }
  for (const [name, spec] of listOfferedOptions(command, rule)) properties[name] = toProperty(spec)
  return {
    type: 'object' as const,
    properties,
    required: command.args.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  }
}

function toProperty(spec: CommandOptionSpec) {
  const { type, help: description } = spec
  if (spec.type === 'number') return { type, description, minimum: spec.least, maximum: spec.most }
  return { type, description, ...(spec.type === 'string' && spec.choices ? { enum: [...spec.choices] } : {}) }
}
