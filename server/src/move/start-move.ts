import { PassThrough } from 'node:stream'
import { DatabaseUnavailable, describeUnavailableReason } from '@site/backend/database/port/errors'
import { defineEndpoint, type EndpointHandler } from '@site/backend/http/endpoint'
import * as v from 'valibot'
import { operationsErrors } from '../operations/errors.ts'
import { type MoveProgressEvent, moveSiteToDatabase } from './move-site.ts'
import { MoveRefusedError } from './refused.ts'

const text = v.pipe(v.string(), v.maxLength(4_096))
const input = v.object({
  to: text,
  /** API address and secret key of the Supabase project whose database is `to`; null for any other target. */
  supabase: v.optional(v.nullable(v.object({ url: text, secret_key: text })), null),
  dry_run: v.boolean(),
})

/**
 * The interval of the keep-alive lines in the response, in milliseconds. Without these lines, a proxy may close the connection while a
 * large table is compared, because no other data is sent.
 */
const STILL_HERE_MS = 10_000

/** One line of the streamed response. The last line is `failed`, `done`, or `plan` for a dry run. */
type Line = MoveProgressEvent | { event: 'still here' } | { event: 'failed'; message: string }

/**
 * POST /operations/v1/move: moves the site to another database (move-site.ts) and streams the progress as lines of JSON. Only one move runs
 * at a time. When the client disconnects, the move is aborted and the site accepts writes again. The target's address and key are read from
 * the request body and never logged.
 */
export function moveSiteEndpoint(): EndpointHandler {
  let isRunning = false
  return defineEndpoint({
    access: 'operator',
    input,
    async handle({ input: { to, supabase, dry_run }, db, services: { config, log }, request }) {
      if (isRunning) throw operationsErrors.moveRunning()
      isRunning = true
      request.raw.setTimeout(0) // disables the idle timeout, because comparing a large table is one long statement
      const body = new PassThrough()
      const stopping = new AbortController()
      const report = (line: Line) => void (body.writable && body.write(`${JSON.stringify(line)}\n`))
      const keepAlive = setInterval(() => report({ event: 'still here' }), STILL_HERE_MS)
      body.once('close', () => stopping.abort(new MoveRefusedError('The command was stopped.')))
      const moving = moveSiteToDatabase({
        source: db,
        config,
        to,
        access: supabase,
        dryRun: dry_run,
        report,
        signal: stopping.signal,
      })
      moving
        .then(() =>
          log.info(
            { event: 'site_move', dry_run },
            'The site was moved, or with dry_run the plan of the move was checked',
          ),
        )
        .catch((err: unknown) => {
          log.warn({ event: 'site_move_failed', reason: errorMessage(err) }, 'The move of the site failed')
          report({ event: 'failed', message: errorMessage(err) })
        })
        .finally(() => {
          isRunning = false
          clearInterval(keepAlive)
          body.end()
        })
        .catch((err: unknown) => log.error({ event: 'fault', err }))
      const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }
      return { status: 200, headers, body }
    },
  })
}

const NO_ROOM = /^(53100|ENOSPC|EDQUOT)$/

/** Returns an error of a move as one sentence for the operator, without row values and passwords. */
function errorMessage(error: unknown): string {
  if (error instanceof MoveRefusedError) return error.message
  if (error instanceof DatabaseUnavailable) {
    const reason = describeUnavailableReason(error)
    if (NO_ROOM.test(reason)) return 'A disk is full. Make room and run the move again: it picks up where it left off.'
    return `The connection to a database was lost (${reason}). Run the move again: it picks up where it left off.`
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (NO_ROOM.test(code)) return 'The disk is full. Make room and run the move again: it picks up where it left off.'
  if (code === '42501') return `The target's user lacks a permission (${messageOf(error)}): it should own the database.`
  return `The move failed: ${messageOf(error)}. Nothing was changed on this side.`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
