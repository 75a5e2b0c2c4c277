import { createErrorResponse } from '../_shared/response.ts'
import {
  type EdgeFunctionServices,
  MailDeliveryError,
  type Mailer,
  type SiteEdgeFunction,
} from '../_shared/services.ts'
import { createSmtpMailer } from '../_shared/smtp.ts'
import { sendWebhookRequest } from '../_shared/webhooks/send-request.ts'
import { authenticateFunctionCaller } from './caller.ts'
import { createDatabaseFunctionCaller } from './database.ts'
import { type EdgeFunctionSettings, parseEdgeFunctionSettings } from './settings.ts'

/** Global of Supabase's edge runtime; undefined in plain Deno. `waitUntil` keeps the worker alive until the promise settles. */
declare const EdgeRuntime: { waitUntil(task: Promise<unknown>): void } | undefined

const BODY_MAX = 16 * 1024

/** Serves a function on Supabase or plain Deno. Checks the API key, limits the size of the request body and sets the CORS headers. */
export function serveEdgeFunction(run: SiteEdgeFunction): void {
  const settings = parseEdgeFunctionSettings(Deno.env)
  const host: Host = {
    callDatabase: createDatabaseFunctionCaller(settings),
    mailer: settings.smtpUrl === null ? noMailer : createSmtpMailer(settings.smtpUrl),
    webhooks: {
      targets: settings.webhooks.targets,
      send: (request, signal) => sendWebhookRequest(request, settings.webhooks, signal),
    },
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

type Host = Omit<EdgeFunctionServices, 'caller'>

async function call(
  run: SiteEdgeFunction,
  request: Request,
  settings: EdgeFunctionSettings,
  host: Host,
): Promise<Response> {
  const caller = await authenticateFunctionCaller(request, settings)
  if (caller === null) return createErrorResponse(401, 'Invalid API key')
  const body = await readLimited(request)
  if (body === null) return createErrorResponse(413, 'The body is too large.')
  const { method, headers, url } = request
  const withBody = method === 'GET' || method === 'HEAD' ? {} : { body }
  try {
    return await run(new Request(url, { method, headers, ...withBody }), { ...host, caller })
  } catch (error) {
    host.log('fault', { reason: error instanceof Error ? error.name : 'unknown' })
    return createErrorResponse(500, 'Something went wrong on our side.')
  }
}

/** Reads the request body. Stops reading and returns null once the body exceeds 16 kB. */
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
  return Promise.reject(new MailDeliveryError('SMTP_URL is not set.', false))
}
