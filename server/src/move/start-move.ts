import { PassThrough } from 'node:stream'
import { ConfigError } from '@site/backend/config'
import { convertStartupError } from '@site/backend/database/startup-error'
import { defineEndpoint, type EndpointHandler } from '@site/backend/http/endpoint'
import { type MoveEvent, moveRequestSchema } from '@site/contract/move'
import { MoveRefusedError } from './refused.ts'

/**
 * The interval of the keep-alive lines in the response, in milliseconds. Without these lines, a proxy may close the connection while a
 * large table is compared, because no other data is sent.
 */
const STILL_HERE_MS = 10_000

/**
 * POST /operations/v1/move: moves the site to another database (move-site.ts) and streams the progress as lines of JSON. When the client
 * disconnects, the move is aborted and the site accepts writes again. The target's address and key are read from the request body and
 * never logged.
 */
export function moveSiteEndpoint(): EndpointHandler {
  return defineEndpoint({
    access: 'operator',
    input: moveRequestSchema,
    async handle({ input: { to, supabase: access, dry_run: dryRun }, db: source, services: { config, log }, request }) {
      request.raw.setTimeout(0) // disables the idle timeout, because comparing a large table is one long statement
      const body = new PassThrough()
      const stopping = new AbortController()
      const report = (event: MoveEvent) => void (body.writable && body.write(`${JSON.stringify(event)}\n`))
      const keepAlive = setInterval(() => report({ event: 'still here' }), STILL_HERE_MS)
      body.once('close', () => stopping.abort(new MoveRefusedError('The command was stopped.')))
      const progress = {
        step: (step: string, total: number) => report({ event: 'step', step, total }),
        advance: (by: number) => report({ event: 'advance', by }),
        signal: stopping.signal,
      }
      // The code is loaded only for a move, to save memory.
      import('./move-site.ts')
        .then(({ moveSite }) => moveSite({ source, config, to, access, dryRun, progress }))
        .then((done) => {
          log.info(
            { event: 'site_move', dry_run: dryRun },
            'The site was moved, or with dry_run the move was tried and rolled back',
          )
          report({ event: 'done', report: done })
        })
        .catch((error: unknown) => {
          const message = describeMoveFailure(error)
          log.warn({ event: 'site_move_failed', reason: message }, 'The move of the site failed')
          report({ event: 'failed', message })
        })
        .finally(() => {
          clearInterval(keepAlive)
          body.end()
        })
        .catch((err: unknown) => log.error({ event: 'fault', err }))
      return { status: 200, headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }, body }
    },
  })
}

/** Returns an error of a move as text for the operator, without row values and passwords. */
function describeMoveFailure(error: unknown): string {
  if (error instanceof MoveRefusedError) return error.message
  const known = convertStartupError(error, 'DATABASE_URL')
  const text = known instanceof Error ? known.message : String(known)
  const reason = known instanceof ConfigError ? text.replace(/^[A-Z_]+:? /, '') : text
  // Only `openDatabase` throws a ConfigError, for the target: the source is open already.
  if (known === error && known instanceof ConfigError) return `The target cannot be used: ${reason}`
  return `The move failed: ${reason.replace(/\.$/, '')}. Nothing was changed on this side; run the move again.`
}
