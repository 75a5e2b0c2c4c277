import { createErrorResponse } from '../_shared/response.ts'
import {
  type EdgeFunctionServices,
  MailDeliveryError,
  type Mailer,
  type SiteEdgeFunction,
  type SiteIncomingWebhook,
} from '../_shared/services.ts'
import { createSmtpMailer } from '../_shared/smtp.ts'
import { sendWebhookRequest } from '../_shared/webhooks/send-request.ts'
import { authenticateFunctionCaller } from './caller.ts'
import { createDatabaseFunctionCaller } from './database.ts'
import { type EdgeFunctionSettings, parseEdgeFunctionSettings } from './settings.ts'
import { readRateLimitSource } from './source.ts'

/** Global of Supabase's edge runtime; undefined in plain Deno. `waitUntil` keeps the worker alive until the promise settles. */
declare const EdgeRuntime: { waitUntil(task: Promise<unknown>): void } | undefined

const BODY_MAX = 16 * 1024

/** Serves a function on Supabase or plain Deno. Checks the API key, limits the size of the request body and sets the CORS headers. */
export function serveEdgeFunction(run: SiteEdgeFunction): void {
  const { settings, host } = openHost()
  Deno.serve(async (request) => {
    const answer =
      request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : await call(run, request, settings, host)
    return withCors(answer, settings.siteUrl)
  })
}

/** Serves a webhook on Supabase or plain Deno: without an API key and without CORS headers, because no page calls it. */
export function serveIncomingWebhook({ run, bodyLimitBytes, headers: names }: SiteIncomingWebhook): void {
  const { settings, host } = openHost()
  Deno.serve((request) => {
    const headers = new Headers()
    for (const name of names) {
      const value = request.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    const caller = { role: 'anon', source: readRateLimitSource(request.headers, settings.sourceHeader) } as const
    return answerTo(run, { request, headers, limit: bodyLimitBytes(host.payments) }, { ...host, caller })
  })
}

function openHost(): { settings: EdgeFunctionSettings; host: Host } {
  const settings = parseEdgeFunctionSettings(Deno.env)
  const host: Host = {
    callDatabase: createDatabaseFunctionCaller(settings),
    mailer: settings.smtpUrl === null ? noMailer : createSmtpMailer({ ...settings, smtpUrl: settings.smtpUrl }),
    webhooks: {
      targets: settings.webhooks.targets,
      send: (request, signal) => sendWebhookRequest(request, settings.webhooks, signal),
    },
    product: settings.product,
    siteUrl: settings.siteUrl,
    mailFrom: settings.mailFrom,
    payments: settings.payments,
    keepAlive,
    log: (event, facts) => console.info(JSON.stringify({ ...facts, event })),
  }
  return { settings, host }
}

type Host = Omit<EdgeFunctionServices, 'caller'>

async function call(
  run: SiteEdgeFunction,
  request: Request,
  settings: EdgeFunctionSettings,
  host: Host,
): Promise<Response> {
  const caller = await authenticateFunctionCaller(request, settings)
  if (caller === null) return createErrorResponse(401, 'Invalid API key')
  return answerTo(run, { request, headers: request.headers, limit: BODY_MAX }, { ...host, caller })
}

/** Calls a function with the whole body and the given headers of a request. Responds with 413 to a body over the limit in bytes. */
async function answerTo(
  run: SiteEdgeFunction,
  { request, headers, limit }: { request: Request; headers: Headers; limit: number },
  services: EdgeFunctionServices,
): Promise<Response> {
  const body = await readLimited(request, limit)
  if (body === null) return createErrorResponse(413, 'The body is too large.')
  const { method, url } = request
  const withBody = method === 'GET' || method === 'HEAD' ? {} : { body }
  try {
    return await run(new Request(url, { method, headers, ...withBody }), services)
  } catch (error) {
    services.log('fault', { reason: error instanceof Error ? error.name : 'unknown' })
    return createErrorResponse(500, 'Something went wrong on our side.')
  }
}

/** Reads the request body. Stops reading and returns null once the body exceeds the limit in bytes. With a limit of 0 it reads nothing. */
async function readLimited(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (limit === 0 ? null : request.body) ?? []) {
    length += chunk.length
    if (length > limit) return null
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}

/**
 * Adds CORS headers that allow the site's own origin. Credentials (cookies) are not allowed, because scripts send the API key in headers.
 */
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

/**
 * The mailer that is used while SMTP_URL is not set. It rejects every mail with a temporary failure, so that the mail stays in the outbox.
 */
const noMailer: Mailer = { send: refuseToSend, check: refuseToSend }

function refuseToSend(): Promise<never> {
  return Promise.reject(new MailDeliveryError('SMTP_URL is not set.', 'server'))
}
