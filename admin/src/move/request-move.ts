import { type MoveReport, type MoveRequest, moveEventSchema } from '@site/contract/move'
import * as v from 'valibot'
import type { CommandContext, CommandProgress } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { createLineSplitter } from '../line-splitter.ts'
import { createInterruption, postOperation } from '../post-operation.ts'
import type { SiteClient } from '../site.ts'

/**
 * Asks the server to move the site's data to another database, shows the progress, and returns the server's report. Throws a CommandFailure
 * when the server rejects the request, reports that the move failed, or the connection breaks.
 */
export async function requestMove(
  site: SiteClient,
  body: MoveRequest,
  showProgress: CommandContext['progress'],
): Promise<MoveReport> {
  const what = 'The move'
  const missing = `${site.url} is not a server that can move its data.`
  let progress: CommandProgress | null = null
  const chunks = await postOperation(site, { name: 'move', body, type: 'application/x-ndjson', what, missing })
  const split = createLineSplitter()
  for await (const chunk of chunks)
    for (const line of split(chunk)) {
      const event = v.parse(moveEventSchema, JSON.parse(line))
      if (event.event === 'failed') throw new CommandFailure('refused', event.message)
      if (event.event === 'advance') progress?.advance(event.by)
      if (event.event !== 'step' && event.event !== 'done') continue
      progress?.done()
      if (event.event === 'done') return event.report
      progress = showProgress(event.step, event.total)
    }
  throw createInterruption(site, what)
}
