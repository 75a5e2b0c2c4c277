import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import type { Command, CommandContext } from '../command.ts'
import { CommandFailure } from '../failures.ts'
import { fetchMailPreview, inlineMailPictures } from '../mail/request-preview.ts'
import type { SiteClient } from '../site.ts'
import { findForeignRequest } from './check-origin.ts'
import { describeFailure, describeRefusal, statusOfFailure } from './describe-failure.ts'
import { handleFileRequest } from './files/handle-files.ts'
import type { StagedFiles } from './files/staged-files.ts'
import { useFiles } from './files/use-files.ts'
import type { ConsolePages } from './pages.ts'
import { readCookie, readJsonBody } from './read-request.ts'
import { type CallRunner, checkCall, consoleCallSchema } from './run-call.ts'
import { sendFile, sendJson, sendMailPreview } from './send-response.ts'
import type { ConsoleSessions } from './sessions.ts'
import { exportRows, streamCall } from './stream-call.ts'

export type ConsoleServerParts = {
  commands: Readonly<Record<string, Command>>
  tools: CommandContext
  who: string
  site: SiteClient
  pages: ConsolePages
  sessions: ConsoleSessions
  files: StagedFiles
  runCall: CallRunner
  /** The console's address and port, as in the header `Host`. */
  host: string
}

const ENDED = 'The session has ended. Start the console again, and open its new link.'
const tokenSchema = v.strictObject({ token: v.string() })

/** Creates the request handler of the console. It serves the page, exchanges the one-time token for a session, and runs commands. */
export function createConsoleHandler(
  parts: ConsoleServerParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    handle(parts, request, response).catch((error: unknown) => {
      if (!(error instanceof CommandFailure)) {
        parts.tools.note(error instanceof Error ? String(error.stack) : String(error))
      }
      if (response.headersSent) response.destroy()
      else sendJson(response, parts.site.key, statusOfFailure(error), describeFailure(error))
    })
  }
}

async function handle(parts: ConsoleServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { sessions, pages, files, host, site, who } = parts
  const { method = '', headers } = request
  const send = (status: number, value: unknown) => sendJson(response, site.key, status, value)
  const url = URL.parse(request.url ?? '', `http://${host}`)
  if (url === null) return send(400, describeRefusal('The address is malformed.'))
  const foreign = findForeignRequest(method, headers, host)
  if (foreign !== null) return send(403, describeRefusal(`This request is not from the console (${foreign}).`))

  // All ports of 127.0.0.1 share cookies. The port in the name keeps two consoles from overwriting each other's cookie.
  const cookieName = `console-${host.split(':').at(-1)}`
  const cookie = readCookie(headers.cookie, cookieName)
  if (method === 'GET' || method === 'HEAD') {
    const kind = /^\/mail-previews\/([a-z_]{1,63})$/.exec(url.pathname)?.[1]
    if (kind === undefined) return sendFile(response, request, pages.files.get(url.pathname) ?? pages.page)
    if (!sessions.hasCookie(cookie)) return send(401, describeRefusal(ENDED))
    const { mail } = await fetchMailPreview(site, kind)
    return sendMailPreview(response, inlineMailPictures(mail), url.searchParams.get('scheme') === 'dark')
  }
  if (method !== 'POST') return send(405, describeRefusal('Only GET and POST are supported.'))
  if (url.pathname === '/session') {
    const given = v.safeParse(tokenSchema, await readJsonBody(request))
    const opened = given.success ? sessions.open(given.output.token) : null
    if (opened === null) {
      return send(401, describeRefusal('This link was used already. Start the console again for a new one.'))
    }
    response.setHeader('set-cookie', `${cookieName}=${opened.cookie}; Path=/; HttpOnly; SameSite=Strict`)
    return send(200, { page_key: opened.pageKey })
  }
  const pageKey = headers['x-console-key']
  if (!sessions.isOpen(cookie, typeof pageKey === 'string' ? pageKey : undefined)) {
    return send(401, describeRefusal(ENDED))
  }
  const answer = await handleFileRequest(files, url.pathname, request)
  if (answer !== null) return send(200, answer)
  const body = await readJsonBody(request)
  if (url.pathname === '/who') return send(200, { who, site: site.url })
  if (url.pathname === '/run') return runCommand(parts, response, body)
  return send(404, describeRefusal('There is nothing here.'))
}

async function runCommand(parts: ConsoleServerParts, response: ServerResponse, body: unknown): Promise<void> {
  const { commands, tools, site, files, runCall } = parts
  const parsed = v.safeParse(consoleCallSchema, body)
  if (!parsed.success) throw new CommandFailure('usage', 'The call is malformed.')
  const { confirmation, secret } = parsed.output
  const checked = checkCall(commands, parsed.output)
  const { call, ids, nameFiles } = await useFiles(checked, files)
  // A call from the page must not use the terminal in which the console runs, except for notes.
  const askSecret = async () => secret ?? null
  const quiet = { ...tools, write: async () => {}, askSecret, progress: () => NO_PROGRESS }
  const run = async (with_: CommandContext) => {
    const answer = await runCall(call, confirmation, with_).catch((error: unknown) => {
      throw nameFiles(error)
    })
    // After a preview or an error, the files stay, because the next call uses them again.
    if (confirmation !== undefined) await files.discard(ids)
    return answer
  }
  const { exports, streams, stopsWithPage = false } = call.rule
  if (exports === true) return exportRows(response, quiet, run)
  if (streams === true) return streamCall(response, site.key, { tools: quiet, run, stopsWithPage })
  const began = performance.now()
  const answer = await run(quiet)
  sendJson(response, site.key, 200, { ...answer, took_ms: Math.round(performance.now() - began) })
}

const NO_PROGRESS = { advance: () => {}, done: () => {} }
