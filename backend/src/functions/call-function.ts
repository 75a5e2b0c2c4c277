import type { FastifyRequest } from 'fastify'
import { BODY_LIMITS_BYTES, readJsonBody } from '../http/body.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import type { EndpointResponse } from '../http/endpoint-response.ts'
import { edgeFunctionErrors } from './errors.ts'

const DEADLINE_MS = 25_000

/**
 * POST /functions/v1/{name}. Calls the site function of this name with a web-standard Request and returns its response. Throws 404 for an
 * unknown name, and 504 when there is no response within 25 seconds. The timeout does not stop the function.
 */
export const callEdgeFunctionEndpoint = defineEndpoint({
  async handle({ params, caller, request, services }) {
    const run = services.application.functions.get(params['name'] ?? '')
    if (!run) throw edgeFunctionErrors.unknownFunction()
    const { text } = await readJsonBody(request.raw, BODY_LIMITS_BYTES.anonymous)
    return asAnswer(await withinDeadline(run(asWebRequest(request, services.config.siteUrl, text), caller)))
  },
})

// Creates the Request with only the headers that functions use, without API keys and access tokens.
function asWebRequest(request: FastifyRequest, siteUrl: string, body: string): Request {
  return new Request(new URL(request.url, siteUrl), {
    method: request.method,
    headers: { 'content-type': 'application/json' },
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
