import { describeAct, isRecordedAct } from './audit/describe-act.ts'
import { type Operator, recordAct } from './audit/record-act.ts'
import type { Command, CommandContext, CommandResult } from './command.ts'
import type { ParsedCommandLine } from './parse-call.ts'

/** Runs a command for one of its faces (command line, console, assistant), and records in the audit log what it changes. */
export async function runCommandAs(
  operator: () => Operator,
  path: string,
  command: Command,
  given: ParsedCommandLine,
  tools: CommandContext,
): Promise<CommandResult | null> {
  // The table of commands has lost the types of each command's arguments. The cast is safe, because parseCommandLine has checked them
  // against the command's specs.
  const run = () => command.run(given as never, tools)
  if (!isRecordedAct(command, given)) return run()
  return recordAct(tools, operator(), path, describeAct(command, given), run)
}
