import { fail } from '../_shared/answer.ts'
import { type FunctionServices, type Mailer, MailNotTaken, type SiteFunction } from '../_shared/services.ts'
import { smtpMailer } from '../_shared/smtp.ts'
import { readCaller } from './caller.ts'
import { callThroughApi } from './database.ts'
import { readSettings, type Settings } from './settings.ts'

/** The one thing of Supabase's runtime that Deno does not have: it keeps the worker until the promise settles. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

const BODY_MAX = 16 * 1024

/** Serves a function on Supabase, or under any Deno: keys, CORS and the body's limit are seen to here. */
export function serveFunction(run: SiteFunction): void {
  const settings = readSettings(Deno.env)
  const host: Host = {
    callDatabase: callThroughApi(settings),
    mailer: settings.smtpUrl === null ? noMailer : smtpMailer(settings.smtpUrl),
    product: settings.product,
    siteUrl: settings.siteUrl,
    mailFrom: settings.mailFrom,
    keepAlive,
    log: (event, facts) => console.info(JSON.stringify({ event, ...facts })),
  }
  Deno.serve(async (request) => {
    const answer =
      request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : await call(run, request, settings, host)
    return withCors(answer, settings.siteUrl)
  })
}

type Host = Omit<FunctionServices, 'caller'>

async function call(run: SiteFunction, request: Request, settings: Settings, host: Host): Promise<Response> {
  const caller = await readCaller(request, settings)
  if (caller === null) return fail(401, 'Invalid API key')
  const body = await readLimited(request)
  if (body === null) return fail(413, 'The body is too large.')
  const { method, headers, url } = request
  const withBody = method === 'GET' || method === 'HEAD' ? {} : { body }
  try {
    return await run(new Request(url, { method, headers, ...withBody }), { ...host, caller })
  } catch (error) {
    host.log('fault', { reason: error instanceof Error ? error.name : 'unknown' })
    return fail(500, 'Something went wrong on our side.')
  }
}

/** The whole body, or null as soon as it is longer than 16 kB. */
async function readLimited(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    if (length > BODY_MAX) return null
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}

/** Pages of the site may call; keys travel in headers that a page sets by itself, so no credentials are allowed. */
function withCors(answer: Response, siteUrl: string): Response {
  answer.headers.set('access-control-allow-origin', siteUrl)
  answer.headers.set('access-control-allow-methods', 'POST, OPTIONS')
  answer.headers.set('access-control-allow-headers', 'authorization, x-client-info, apikey, content-type')
  answer.headers.set('vary', 'Origin')
  return answer
}

function keepAlive(work: Promise<unknown>): void {
  const kept = work.catch((error: unknown) => console.error(error instanceof Error ? error.name : 'A work failed.'))
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(kept)
}

/** Without SMTP_URL nothing can be sent; the outbox keeps every mail until there is one. */
const noMailer: Mailer = { send: refuseToSend, check: refuseToSend }

function refuseToSend(): Promise<never> {
  return Promise.reject(new MailNotTaken('SMTP_URL is not set.', false))
}
