import type { Command, CommandInput } from '../command.ts'
import { listGivenOptions } from '../command-input.ts'
import { maskAddressPartly, replaceAddresses, sanitiseForTerminal } from '../view/text.ts'

const MOST_CHARACTERS = 1000
const MOST_OF_A_VALUE = 200

/** What the audit log stores about an operation: the arguments and options of the call, without private texts, and the reason. */
export type ActDescription = { detail: string; reason: string | null }

/**
 * Describes a call for the audit log: its arguments and options, with masked email addresses. Replaces private texts, such as the text of
 * an answer, because erasing a person does not change the audit log.
 */
export function describeAct(command: Command, input: CommandInput): ActDescription {
  const { reason } = input.options
  const given = listGivenOptions(command, input).filter(([name]) => name !== 'reason')
  const parts = [
    ...Object.entries(input.args).flatMap(([name, value]) => (value === undefined ? [] : [show(command, name, value)])),
    ...given.map(([name, value]) => (value === true ? `--${name}` : `--${name} ${show(command, name, String(value))}`)),
  ]
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

/** Returns whether the audit log records a call. It records no reads, no previews (without `--yes`, or with `--preview`) and no checks. */
export function isRecordedAct(command: Command, { options }: CommandInput): boolean {
  if (command.recording === 'none') return false
  const acts = (name: string) => options[name] === true
  if (acts('preview') || command.checksOnlyWith.some(acts)) return false
  return !('yes' in command.options) || acts('yes') || command.actsWithoutYes.some(acts)
}
