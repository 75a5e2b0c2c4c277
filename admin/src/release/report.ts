import type { Report } from '@site/releases/report'
import type { CommandContext } from '../command.ts'
import { createFileFailure } from '../failures.ts'
import { formatSize } from '../view/text.ts'

/** Reports the work on a release through the front end of a command. */
export function createReport(tools: Pick<CommandContext, 'progress'>): Report {
  return { progress: (label, total) => tools.progress(label, total), formatSize, createFileFailure }
}
