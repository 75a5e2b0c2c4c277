import { userInfo } from 'node:os'
import * as v from 'valibot'
import type { CommandContext } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { callRpc } from '../site.ts'
import { sanitiseForTerminal } from '../view/text.ts'
import type { ActDescription } from './describe-act.ts'

/** The front end through which an operator runs commands. */
export type OperatorFace = 'command line' | 'console' | 'assistant'

/** The operator who runs commands, and the front end, as the audit log stores them. */
export type Operator = { who: string; face: OperatorFace }

/**
 * Runs an operation and records it in the audit log: adds an entry before the operation, and its outcome afterwards. Throws without running
 * the operation when the entry cannot be added. Exception: when the database has no audit log yet, the operation runs without an entry,
 * because halting a release or pausing mail must not wait for a migration.
 */
export async function recordAct<T>(
  tools: CommandContext,
  { who, face }: Operator,
  act: string,
  { detail, reason }: ActDescription,
  run: () => Promise<T>,
): Promise<T> {
  const site = await tools.site()
  const id = await callRpc(site, v.number(), 'begin_act', { who, face, act, detail, reason }).catch(
    (error: unknown) => {
      if (!(error instanceof CommandFailure) || error.code !== 'not_migrated') throw error
      tools.note('Not in the audit log: the database of the site is older than this program.')
      return null
    },
  )
  const end = async (outcome: 'done' | 'failed') => {
    if (id !== null) await callRpc(site, v.unknown(), 'end_act', { act_id: id, outcome })
  }
  try {
    const result = await run()
    // The operation has succeeded. An error here would make the operator repeat it, so the entry stays without an outcome instead.
    await end('done').catch(() => tools.note(`The audit log could not be completed: ${act}.`))
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
