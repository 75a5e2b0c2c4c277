import { userInfo } from 'node:os'
import * as v from 'valibot'
import type { Command, CommandContext } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { callRpc } from '../site.ts'
import { sanitiseForTerminal } from '../view/text.ts'
import type { ActDescription } from './describe-act.ts'

/** The front end through which an operator runs commands. */
export type OperatorInterface = 'command line' | 'console' | 'assistant'

/** The operator who runs commands, and the front end, as the audit log stores them. */
export type Operator = { who: string; via: OperatorInterface }

/** A call as the audit log stores it: the command's path and whether it must be recorded, its arguments, and the operator's reason. */
type RecordedCall = ActDescription & Pick<Command, 'recording'> & { path: string }

/**
 * Runs a call and records it in the audit log: adds an entry before the call, and the outcome to the entry afterwards. Throws without running
 * the call when the entry cannot be added. Two exceptions, in which the call runs without an entry and prints a note:
 * - The database is too old to have an audit log. Halting a release or pausing mail must not wait for a migration.
 * - The recording of the call is only `attempted`, and the database refuses the entry, for example because its disk is full.
 */
export async function recordAct<T>(
  tools: CommandContext,
  { who, via }: Operator,
  { path, recording, detail, reason }: RecordedCall,
  run: () => Promise<T>,
): Promise<T> {
  const site = await tools.site()
  const id = await callRpc(site, v.number(), 'begin_act', { who, via, act: path, detail, reason }).catch(
    (error: unknown) => {
      if (!(error instanceof CommandFailure)) throw error
      const isOlder = error.code === 'not_migrated'
      // After another error, such as an unreachable site, the call itself would fail too and print a second message.
      const canDoWithout = recording === 'attempted' && error.code === 'refused'
      if (!canDoWithout && !isOlder) throw error
      tools.note(
        `Not in the audit log: ${isOlder ? 'the database of the site is older than this program.' : error.message}`,
      )
      return null
    },
  )
  const end = async (outcome: 'done' | 'failed') => {
    if (id !== null) await callRpc(site, v.unknown(), 'end_act', { act_id: id, outcome })
  }
  try {
    const result = await run()
    // The operation has succeeded. An error here would make the operator repeat it, so the entry stays without an outcome instead.
    await end('done').catch(() => tools.note(`The audit log could not be completed: ${path}.`))
    return result
  } catch (error) {
    await end('failed').catch(() => {})
    throw error
  }
}

/** Returns the operator's name for the audit log: `given`, otherwise OPERATOR_NAME, otherwise the user name on this computer. */
export function resolveOperatorName(given: string | undefined, env: CommandContext['env']): string {
  const name = sanitiseForTerminal(given?.trim() || env['OPERATOR_NAME']?.trim() || readAccountName())
  if (name.length > 100) throw new CommandFailure('usage', 'The name of an operator has at most 100 characters.')
  return name
}

function readAccountName(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown' // a container may run under a user id without a name
  }
}
