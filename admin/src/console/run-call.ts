import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { Command, CommandContext, CommandInput, PageRule } from '../command.ts'
import { readFields } from '../command-input.ts'
import { CommandFailure } from '../failures.ts'
import type { ListRest } from '../list-page.ts'
import { runCommandAs } from '../run-command.ts'

/** The maximum length of a call. An answer to a visitor, as one of its options, has up to 10,000 characters. */
const MOST_CHARACTERS = 20_000
const CONFIRMATION_MS = 10 * 60_000

/**
 * A call from the page: the name of a command, its arguments and options by name, the confirmation that the call for the preview returned,
 * and a secret.
 */
export const consoleCallSchema = v.strictObject({
  command: v.string(),
  fields: v.optional(v.record(v.string(), v.union([v.string(), v.boolean()])), {}),
  confirmation: v.optional(v.string()),
  /**
   * The secret for which the command line asks on the terminal. It is not a field, so that neither the audit log nor a preview contains it.
   */
  secret: v.optional(v.pipe(v.string(), v.maxLength(1000))),
})

export type ConsoleCall = v.InferOutput<typeof consoleCallSchema>

/** A validated call: the command with its rule, and its arguments and options. */
export type CheckedCall = {
  path: string
  command: Command
  rule: PageRule
  given: CommandInput
  /** The command and its fields without the reason, as JSON. A confirmation is valid only for a call with the same text. */
  line: string
}

/** The response to a call: the command's data, and of a list that was cut off what it leaves out; or a preview and the confirmation with which a second call runs the command. */
export type CallAnswer = { data: unknown; rest?: ListRest | null } | { preview: unknown; confirmation: string }

/** Validates a call. Throws a CommandFailure for a command that the console does not offer, and for invalid fields. */
export function checkCall(commands: Readonly<Record<string, Command>>, call: ConsoleCall): CheckedCall {
  const command = Object.hasOwn(commands, call.command) ? commands[call.command] : undefined
  if (command === undefined) throw new CommandFailure('usage', 'There is no such command.')
  const { page: rule } = command
  if ('reason' in rule) {
    throw new CommandFailure('usage', `"${call.command}" runs on the command line only.`, { hint: rule.reason })
  }
  if (call.secret !== undefined && rule.takesSecret !== true) {
    throw new CommandFailure('usage', `"${call.command}" takes no secret.`)
  }
  const given = readFields(call.command, command, call.fields, { ...rule, most: MOST_CHARACTERS })
  // A confirmation does not depend on the reason, which only goes into the audit log and is typed after the preview was shown.
  const { reason: _, ...bound } = call.fields
  return { path: call.command, command, rule, given, line: JSON.stringify([call.command, bound]) }
}

/** Runs a call in the name of the console's operator. */
export type CallRunner = (
  call: CheckedCall,
  confirmation: string | undefined,
  tools: CommandContext,
) => Promise<CallAnswer>

/**
 * Creates the function that runs calls. A command with the option `--yes` or `--preview` needs two calls. The first changes nothing and
 * returns a preview and a confirmation. The second runs the command with the confirmation, which is valid once, for the same call, for ten
 * minutes. The page can therefore show what a call would change before it runs. A call for which the rule's `runsAtOnce` returns true needs
 * only one.
 */
export function createCallRunner(who: string, now: () => number = Date.now): CallRunner {
  const asked = new Map<string, { line: string; until: number }>()
  const operator = () => ({ who, via: 'console' as const })

  function takeConfirmation(confirmation: string, line: string): void {
    const found = asked.get(confirmation)
    asked.delete(confirmation)
    if (found?.line !== line || found.until < now()) {
      throw new CommandFailure(
        'refused',
        'This confirmation is used, too old or for something else. Nothing was done.',
        {
          hint: 'Look at the preview again.',
        },
      )
    }
  }

  function ask(line: string): string {
    for (const [key, { until }] of asked) if (until < now()) asked.delete(key)
    const confirmation = randomBytes(16).toString('base64url')
    asked.set(confirmation, { line, until: now() + CONFIRMATION_MS })
    return confirmation
  }

  return async ({ path, command, rule, given, line }, confirmation, tools) => {
    const hasPreview = 'yes' in command.options || 'preview' in command.options
    const isPreview = hasPreview && confirmation === undefined && rule.runsAtOnce?.(given) !== true
    if (confirmation !== undefined) takeConfirmation(confirmation, line)
    const options = { ...given.options, json: rule.exports !== true, yes: !isPreview, preview: isPreview }
    const input = { args: given.args, options }
    const result = await runCommandAs(operator, path, command, input, { ...tools, operator: { who } })
    const data = result?.data ?? null
    if (isPreview) return { preview: data, confirmation: ask(line) }
    return { data, ...(result?.rest ? { rest: result.rest } : {}) }
  }
}
