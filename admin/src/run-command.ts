import { ReleaseFailure } from '@site/releases/failure'
import { describeAct, isRecordedAct } from './audit/describe-act.ts'
import { type Operator, recordAct } from './audit/record-act.ts'
import type { Command, CommandContext, CommandInput, CommandResult } from './command.ts'
import { CommandFailure } from './failures.ts'

/**
 * Runs a command for the command line, the console or MCP. Records the call in the audit log if it changes the site or copies personal
 * data.
 */
export async function runCommandAs(
  operator: () => Operator,
  path: string,
  command: Command,
  given: CommandInput,
  tools: CommandContext,
): Promise<CommandResult | null> {
  // ADMIN_COMMANDS does not keep the types of each command's arguments and options. The cast is safe, because parseCommandLine and readFields
  // have checked them against the command's specs.
  const run = () =>
    command.run(given as never, tools).catch((error: unknown) => {
      throw error instanceof ReleaseFailure ? toCommandFailure(error) : error
    })
  if (!isRecordedAct(command, given)) return run()
  return recordAct(tools, operator(), { path, recording: command.recording, ...describeAct(command, given) }, run)
}

/** Names whom a call reaches (`findAddressee`), or returns null when the call itself says it. */
export async function findAddressee(
  command: Command,
  given: CommandInput,
  tools: CommandContext,
): Promise<string | null> {
  return (await command.findAddressee?.(given as never, tools)) ?? null // the same cast as in runCommandAs
}

/** Returns the failure that operators get for one of `packages/releases`, which knows nothing of commands. */
function toCommandFailure({ code, message, hint, cause }: ReleaseFailure): CommandFailure {
  return new CommandFailure(code, message, { ...(hint === undefined ? {} : { hint }), cause })
}
