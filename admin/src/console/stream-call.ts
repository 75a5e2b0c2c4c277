import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { CommandContext } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { describeFailure } from './describe-failure.ts'
import type { CallAnswer } from './run-call.ts'
import { formatJsonWithout, PAGE_HEADERS } from './send-response.ts'

const PROGRESS_MS = 200

type Run = (tools: CommandContext) => Promise<CallAnswer>

/**
 * Runs a long command and streams its progress as one JSON object per line (NDJSON). The last line has the result or the error. The status
 * is always 200, because it is sent before the outcome is known. With `stopsWithPage`, the command fails when it next reports progress
 * after the page closed the connection.
 */
export async function streamCall(
  response: ServerResponse,
  key: string,
  { tools, run, stopsWithPage }: { tools: CommandContext; run: Run; stopsWithPage: boolean },
): Promise<void> {
  response.writeHead(200, { ...PAGE_HEADERS, 'content-type': 'application/x-ndjson; charset=utf-8' })
  const send = (value: unknown) => void response.write(`${formatJsonWithout(key, value)}\n`)
  const progress: CommandContext['progress'] = (label, total, format) => {
    const unit = format === undefined ? 'bytes' : 'people'
    let done = 0
    let last = 0
    return {
      advance(by) {
        if (stopsWithPage && response.destroyed) throw new CommandFailure('refused', 'The page stopped waiting.')
        done += by
        if (performance.now() - last < PROGRESS_MS) return
        last = performance.now()
        send({ progress: { label, done, total, unit } })
      },
      done: () => send({ progress: { label, done, total: done, unit } }),
    }
  }
  try {
    send(await run({ ...tools, progress }))
  } catch (error) {
    send(describeFailure(error))
  }
  response.end()
}

/**
 * Runs a command that writes its output, and streams this output. A failure midway closes the connection, so that the page does not save an
 * incomplete export.
 */
export async function exportRows(response: ServerResponse, tools: CommandContext, run: Run): Promise<void> {
  const write: CommandContext['write'] = async (chunk) => {
    if (!response.headersSent) {
      response.writeHead(200, { ...PAGE_HEADERS, 'content-type': 'application/octet-stream' })
    }
    if (response.destroyed) throw new Error('The page has left.')
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  await run({ ...tools, write })
  if (!response.headersSent) response.writeHead(200, PAGE_HEADERS)
  response.end()
}
