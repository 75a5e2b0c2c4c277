import { parseArgs } from 'node:util'
import type { Command, CommandInput, CommandOptionSpec } from './command.ts'
import { CommandFailure } from './failures.ts'
import { parseChoice, parseCount } from './options.ts'

/** Options that every command accepts on the command line. */
export const GLOBAL_OPTIONS = {
  json: { type: 'boolean', help: 'print JSON, for scripts' },
  help: { type: 'boolean', help: 'show this' },
} as const

/** The options that confirm or preview a call on the command line. The console and MCP ask in their own way instead. */
const ASKING = ['yes', 'preview']

/** The values of options that name a file or folder. */
const PATHS = ['FILE', 'FOLDER']

/** The rule of a front end (console or MCP): the options that it does not offer, and the options for which it sends a file itself. */
type OfferRule = { without?: readonly string[]; files?: readonly string[] }

/** The limits of a front end on a call: its rule, and the maximum number of characters. */
type CallLimits = OfferRule & { most: number }

type Values = Readonly<Record<string, string | boolean | undefined>>

/** Returns the options that the console or an assistant may set. An option that names a file or folder is one only if the rule lists it. */
export function listOfferedOptions(
  command: Command,
  { without = [], files = [] }: OfferRule,
): [string, CommandOptionSpec][] {
  return Object.entries(command.options).filter(([name, { value = '' }]) => {
    const isWithheld = ASKING.includes(name) || without.includes(name)
    return !isWithheld && (!PATHS.includes(value) || files.includes(name))
  })
}

/** Returns the options of a call that differ from their defaults, without those that confirm or preview it. */
export function listGivenOptions(
  command: Command,
  { options }: CommandInput,
): [name: string, value: string | number | true][] {
  return Object.entries(command.options).flatMap(([name, { otherwise }]) => {
    const value = options[name]
    const isLeftOut = value === undefined || value === false || value === otherwise || ASKING.includes(name)
    return isLeftOut ? [] : [[name, value]]
  })
}

/**
 * Reads the input of a command from a command line. Throws a `usage` CommandFailure for an unknown option, missing or surplus arguments and
 * an invalid value.
 */
export function parseCommandLine(path: string, command: Command, rest: string[]): CommandInput {
  const { values, positionals } = parseOptions(path, rest, { ...command.options, ...GLOBAL_OPTIONS })
  if (positionals.length > command.args.length) {
    throw new CommandFailure('usage', `${path} does not take the argument "${positionals[command.args.length]}".`)
  }
  const given = Object.fromEntries(command.args.map((name, index) => [bare(name), positionals[index]]))
  const { args, options } = readInput(path, command, { ...values, ...given })
  return { args, options: { ...options, json: values['json'] === true, help: values['help'] === true } }
}

/**
 * Reads the input of a command from the fields of a call from the console or MCP. A field that is not a boolean may be a text or a number.
 * Throws a `usage` CommandFailure for an unknown or missing field, a wrong type (both with the field's name), an invalid value and a call
 * that is too long.
 */
export function readFields(
  path: string,
  command: Command,
  fields: Readonly<Record<string, unknown>>,
  { most, ...rule }: CallLimits,
): CommandInput {
  const types = new Map<string, CommandOptionSpec['type']>([
    ...listOfferedOptions(command, rule).map(([name, { type }]) => [name, type] as const),
    ...command.args.map((name) => [bare(name), 'string'] as const),
  ])
  const values: Record<string, string | boolean> = {}
  for (const [name, value] of Object.entries(fields)) {
    const type = types.get(name)
    if (type === undefined) throw new CommandFailure('usage', `"${name.slice(0, 50)}" is not a field of this call.`)
    if (type === 'boolean' && typeof value === 'boolean') values[name] = value
    else if (type !== 'boolean' && (typeof value === 'string' || typeof value === 'number')) values[name] = `${value}`
    else throw new CommandFailure('usage', `${name} must be a ${type}.`)
  }
  if (Object.values(values).join(' ').length > most) throw new CommandFailure('usage', 'The call is too long.')
  return readInput(path, command, values)
}

function readInput(path: string, command: Command, values: Values): CommandInput {
  const missing = command.args.filter((name) => !name.endsWith('?') && values[name] === undefined)
  if (missing.length > 0) {
    throw new CommandFailure('usage', `${path} needs ${missing.map((name) => name.toUpperCase()).join(' and ')}.`)
  }
  const args: Record<string, string | undefined> = {}
  for (const name of command.args.map(bare)) args[name] = typeof values[name] === 'string' ? values[name] : undefined
  const options: Record<string, string | number | boolean | undefined> = {}
  for (const [name, spec] of Object.entries(command.options)) options[name] = readValue(name, spec, values[name])
  return { args, options }
}

function readValue(name: string, spec: CommandOptionSpec, value: string | boolean | undefined) {
  if (spec.type === 'boolean') return value === true
  if (typeof value !== 'string') return spec.otherwise
  if (spec.type === 'number') return parseCount(`--${name}`, value, spec)
  return spec.choices === undefined ? value : parseChoice(`--${name}`, value, spec.choices)
}

/** Returns the name of an argument without the mark that it is optional. */
function bare(name: string): string {
  return name.replace('?', '')
}

function parseOptions(path: string, rest: string[], options: Readonly<Record<string, CommandOptionSpec>>) {
  try {
    const types: Record<string, { type: 'boolean' | 'string'; multiple: false }> = {}
    for (const [name, { type }] of Object.entries(options)) {
      types[name] = { type: type === 'boolean' ? type : 'string', multiple: false }
    }
    return parseArgs({ args: rest, options: types, allowPositionals: true, strict: true })
  } catch (cause) {
    const message = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : String(cause)
    throw new CommandFailure('usage', `${path}: ${message}.`, { cause })
  }
}
