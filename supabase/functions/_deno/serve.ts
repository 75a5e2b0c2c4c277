import { fail } from '../_shared/response.ts'
import { type FunctionServices, MailDeliveryError, type Mailer, type SiteFunction } from '../_shared/services.ts'
import { smtpMailer } from '../_shared/smtp.ts'
import { readCaller } from './caller.ts'
import { callThroughApi } from './database.ts'
import { readSettings, type Settings } from './settings.ts'

/** A global of Supabase's edge runtime that plain Deno does not have: `waitUntil` keeps the worker alive until the promise settles. */
declare const EdgeRuntime: { waitUntil(task: Promise<unknown>): void } | undefined

const BODY_MAX = 16 * 1024

/** Serves a function on Supabase or plain Deno. Checks the API key, limits the body's size and sets the CORS headers. */
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

/** Reads the whole body. Returns null, without reading on, once it exceeds 16 kB. */
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

/** Allows requests from the site's own origin. Keys are sent in headers that scripts set, so credentials (cookies) are not allowed. */
function withCors(answer: Response, siteUrl: string): Response {
  answer.headers.set('access-control-allow-origin', siteUrl)
  answer.headers.set('access-control-allow-methods', 'POST, OPTIONS')
  answer.headers.set('access-control-allow-headers', 'authorization, x-client-info, apikey, content-type')
  answer.headers.set('vary', 'Origin')
  return answer
}

function keepAlive(task: Promise<unknown>): void {
  const caught = task.catch((error: unknown) => {
    console.error(error instanceof Error ? error.name : 'A background task failed.')
  })
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(caught)
}

/** The mailer while SMTP_URL is not set: rejects every mail as a temporary failure, so that it stays in the outbox. */
const noMailer: Mailer = { send: refuseToSend, check: refuseToSend }

function refuseToSend(): Promise<never> {
  return Promise.reject(new MailDeliveryError('SMTP_URL is not set.', false))
}
