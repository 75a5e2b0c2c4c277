import type { CommandResult } from './command.ts'
import { CommandFailure } from './failures.ts'
import { parseMoment } from './parse-moment.ts'

/** The `--yes` option of every command that changes or deletes data. */
export const YES_OPTION = {
  yes: { type: 'boolean', help: 'do it; without it you only see what would happen' },
} as const

/** The `--reason` option of a command that the audit log must explain. */
export const REQUIRED_REASON_OPTION = {
  reason: { type: 'string', value: 'TEXT', help: 'why, for the audit log (required)' },
} as const

/** Returns the reason of a command. Throws a `usage` CommandFailure when it is missing. */
export function parseRequiredReason(text: string | undefined): string {
  const reason = text?.trim() ?? ''
  if (reason === '') throw new CommandFailure('usage', 'Please give a reason: --reason "…".')
  return reason
}

/** The exit code of a command that only showed a preview because `--yes` was missing. */
export const PREVIEW_ONLY_EXIT_CODE = 3

/** Returns the result of a command that only showed a preview because `--yes` was missing. */
export function createPreview(data: object, text: string): CommandResult {
  const hint = 'Nothing has been done yet. Add --yes to do it.'
  return { data: { done: false, ...data }, text: `${text}\n${hint}`, exitCode: PREVIEW_ONLY_EXIT_CODE }
}

/** Parses a whole number. Throws a `usage` CommandFailure for a value outside of the limits. */
export function parseCount(name: string, text: string, { least, most }: { least: number; most: number }): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new CommandFailure('usage', `${name} must be a whole number from ${least} to ${most}, and "${text}" is not.`)
}

/** Returns the choice that `text` names. Throws a `usage` CommandFailure that lists the choices when there is no such choice. */
export function parseChoice<const Choice extends string>(
  name: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  throw new CommandFailure('usage', `${name} is one of ${choices.join(', ')}, and "${text}" is not.`)
}

/** Parses a day or a time into an ISO time. A day means its midnight in the local time zone. */
export function parseTimeOption(name: string, text: string | undefined): string | null {
  if (text === undefined) return null
  const moment = parseMoment(text)
  if (moment !== null) return moment.toISOString()
  throw new CommandFailure('usage', `${name} must be a day such as 2026-03-05, and "${text}" is not.`)
}

/**
 * Returns the lowest and highest UUID that begin with `text`, for a `gte`/`lte` filter. Throws a `usage` CommandFailure for fewer than six
 * hexadecimal digits.
 */
export function parseIdPrefix(text: string): { from: string; to: string } {
  const digits = text.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{6,32}$/.test(digits)) {
    throw new CommandFailure('usage', `"${text}" is not an id: copy at least six of its characters from the list.`)
  }
  const uuid = (fill: string) => digits.padEnd(32, fill).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { from: uuid('0'), to: uuid('f') }
}

/** Shortens a UUID to the eight characters that lists show. */
export function shortenId(id: string): string {
  return id.slice(0, 8)
}

/** Returns the only row that matched an id prefix. Throws a CommandFailure when no row or several rows matched. */
export function requireSingleMatch<Row>(rows: readonly Row[], id: string, noun: string): Row {
  const [row, second] = rows
  if (row === undefined) throw new CommandFailure('not_found', `There is no ${noun} ${id}.`)
  if (second !== undefined) throw new CommandFailure('usage', `Several ${noun}s begin with ${id}: copy more of the id.`)
  return row
}
