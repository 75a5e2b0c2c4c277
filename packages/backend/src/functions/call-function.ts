import type { FastifyRequest } from 'fastify'
import type { IncomingWebhook } from '../application.ts'
import { BODY_LIMITS_BYTES, readBody, readJsonBody } from '../http/body.ts'
import { authenticateCaller, createAnonymousCaller } from '../http/caller.ts'
import { defineEndpoint, type RequestAuthenticator, readClientNetworkAndHeaders } from '../http/endpoint.ts'
import type { EndpointResponse } from '../http/endpoint-response.ts'
import { edgeFunctionErrors } from './errors.ts'

const DEADLINE_MS = 25_000

/**
 * POST /functions/v1/{name}. Calls the site's edge function or incoming webhook of this name with a web-standard Request and returns its response. Throws
 * 404 for an unknown name, and 504 when there is no response within 25 seconds. The timeout does not stop the function.
 */
export const callEdgeFunctionEndpoint = defineEndpoint({
  access: authenticateFunctionCaller,
  takesOwnTurn: true,
  async handle({ params, caller, request, services, extra: webhook }) {
    const run = webhook?.run ?? services.application.functions.get(functionName(params))
    if (!run) throw edgeFunctionErrors.unknownFunction()
    const received = webhook === null ? await readFunctionRequest(request) : await readWebhookRequest(request, webhook)
    const call = () => withinDeadline(run(received, caller))
    // The turns of each function are its own: a function that calls this server would otherwise wait for a turn that it holds itself.
    return asAnswer(await services.turns.take(request, call, functionName(params)))
  },
})

/** Requires an API key, except for an incoming webhook: its caller has none. */
async function authenticateFunctionCaller(
  request: FastifyRequest,
): ReturnType<RequestAuthenticator<IncomingWebhook | null>> {
  const { services } = request.server
  const origin = readClientNetworkAndHeaders(request)
  const webhook = services.application.incomingWebhooks.get(functionName(request.params as Record<string, string>))
  if (webhook !== undefined) return { caller: createAnonymousCaller(origin), extra: webhook }
  return { caller: await authenticateCaller(request.headers, services.keys, origin), extra: null }
}

function functionName(params: Record<string, string>): string {
  return params['name'] ?? ''
}

// Creates the Request with only the headers that functions use, without API keys and access tokens.
async function readFunctionRequest(request: FastifyRequest): Promise<Request> {
  const { text } = await readJsonBody(request.raw, BODY_LIMITS_BYTES.anonymous)
  return asWebRequest(request, { 'content-type': 'application/json' }, text)
}

// The bytes of the body are not decoded: a decoder may replace or drop bytes that the signature covers.
async function readWebhookRequest(
  request: FastifyRequest,
  { bodyLimitBytes, headers }: IncomingWebhook,
): Promise<Request> {
  const body = bodyLimitBytes === 0 ? new Uint8Array() : await readBody(request.raw, bodyLimitBytes)
  const passed = headers.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return asWebRequest(request, Object.fromEntries(passed), new Uint8Array(body))
}

function asWebRequest(
  request: FastifyRequest,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
): Request {
  return new Request(new URL(request.url, request.server.services.config.siteUrl), {
    method: request.method,
    headers,
    body,
  })
}

async function asAnswer(response: Response): Promise<EndpointResponse> {
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, body, headers: Object.fromEntries(response.headers) }
}

async function withinDeadline(answering: Promise<Response>): Promise<Response> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(edgeFunctionErrors.tooSlow()), DEADLINE_MS)
  try {
    return await Promise.race([answering, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
