import type { Command } from '../command.ts'
import type { ParsedCommandLine } from '../parse-call.ts'
import { maskAddressPartly, replaceAddresses } from '../view/addresses.ts'
import { sanitiseForTerminal } from '../view/text.ts'

const MOST_CHARACTERS = 1000
const MOST_OF_A_VALUE = 200

/** What the audit log stores about an act: the call without its private texts, and the reason. */
export type ActDescription = { detail: string; reason: string | null }

/** Options that say nothing about what is done: the format of the output, the confirmation, and the reason, which has its own column. */
const WITHOUT = ['json', 'help', 'yes', 'reason']

/**
 * Describes a call for the audit log: arguments and options, with masked email addresses. Leaves out the values of private options, such as
 * the text of an answer, because an erasure does not reach the log.
 */
export function describeAct(command: Command, { args, options }: ParsedCommandLine): ActDescription {
  const given = Object.entries(options).filter(
    ([name, value]) => !WITHOUT.includes(name) && value !== undefined && value !== false,
  )
  const parts = [
    ...Object.entries(args).flatMap(([name, value]) => (value === undefined ? [] : [show(command, name, value)])),
    ...given.map(([name, value]) => (value === true ? `--${name}` : `--${name} ${show(command, name, String(value))}`)),
  ]
  const { reason } = options
  return {
    detail: parts.join(' ').slice(0, MOST_CHARACTERS),
    reason: typeof reason === 'string' && reason.trim() !== '' ? clean(reason.trim()).slice(0, 500) : null,
  }
}

function show(command: Command, name: string, value: string): string {
  if (command.privateTexts.includes(name)) return '(text)'
  return clean(value).slice(0, MOST_OF_A_VALUE)
}

function clean(text: string): string {
  return sanitiseForTerminal(replaceAddresses(text, maskAddressPartly))
}

/** Returns whether a call changes something, so that the audit log records it: not a command that reads, and not a preview without `--yes`. */
export function isRecordedAct(command: Command, { options }: ParsedCommandLine): boolean {
  if (!command.isRecorded) return false
  const acts = (name: string) => options[name] === true
  if (command.checksOnlyWith.some(acts)) return false
  return !('yes' in command.options) || acts('yes') || command.actsWithoutYes.some(acts)
}
