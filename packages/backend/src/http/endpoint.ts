import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Caller, Database } from '../database/port/database.ts'
import type { ServiceDependencies } from '../services.ts'
import { BODY_LIMITS_BYTES, readJsonBody } from './body.ts'
import { authenticateCaller, type ClientNetworkAndHeaders, createAnonymousCaller } from './caller.ts'
import { type EndpointResponse, sendEndpointResponse } from './endpoint-response.ts'
import { httpErrors } from './http-errors.ts'
import { parseUniqueQuery } from './query.ts'

declare module 'fastify' {
  interface FastifyInstance {
    services: ServiceDependencies
  }
}

/** The argument of an endpoint's handler. All its properties are validated, except the content of `request`. */
export type EndpointContext<Input, Query> = {
  input: Input
  /** The text of the JSON body; empty when the request has no body. */
  text: string
  query: Query
  params: Record<string, string>
  caller: Caller
  db: Database
  request: FastifyRequest
  services: ServiceDependencies
}

/**
 * A precondition of an endpoint. Throws the error response when the condition is not met. It must have no side effects, because a later
 * check may still reject the request.
 */
export type EndpointGuard = (context: Omit<EndpointContext<unknown, unknown>, 'input' | 'text'>) => void | Promise<void>

type Schema<Output> = v.GenericSchema<unknown, Output>

/**
 * Authenticates a request by the rules of one service instead of the usual API key check. `extra` is passed to the endpoint's handler.
 * Throws the error response for a rejected request.
 */
export type RequestAuthenticator<Extra> = (request: FastifyRequest) => Promise<{ caller: Caller; extra: Extra }>

type Definition<Input, Query, Extra> = {
  /**
   * The required authentication. `apikey` (default): a valid API key, publishable or secret. `public`: no key is read. `operator`: the secret
   * key. A function authenticates by the rules of its service.
   */
  access?: 'apikey' | 'public' | 'operator' | RequestAuthenticator<Extra>
  /** Validates the JSON body. Without this schema the body is not read, and the handler may stream it from `request.raw`. */
  input?: Schema<Input>
  /** Validates the query string, which may have one value per name. Without this schema the handler parses `request.url` itself. */
  query?: Schema<Query>
  /** The maximum body size in bytes, for all callers except operators. */
  bodyLimit?: number
  guards?: readonly EndpointGuard[]
  /** Whether `handle` takes the turn of the client IP network itself (`services.turns`), because it first reads a body. */
  takesOwnTurn?: boolean
  handle(context: EndpointContext<Input, Query> & { extra: Extra }): EndpointResponse | Promise<EndpointResponse>
}

/** The type of Fastify request handlers that `endpoint` creates. */
export type EndpointHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Creates the Fastify handler of an endpoint. Each request is processed in this order: caller, query, guards, parsed input, one call of
 * `handle`, one response.
 */
export function defineEndpoint<Input = undefined, Query = undefined, Extra = undefined>(
  definition: Definition<Input, Query, Extra>,
): EndpointHandler {
  const { access = 'apikey', bodyLimit = BODY_LIMITS_BYTES.anonymous, guards = [] } = definition
  return async (request, reply) => {
    const { services } = request.server
    const { caller, extra } = await authenticate(access, request)
    if (access === 'operator' && caller.role !== 'service_role') throw httpErrors.operatorsOnly()
    const query = definition.query
      ? check(definition.query, parseUniqueQuery(request.url), httpErrors.badQuery)
      : undefined
    const params = request.params as Record<string, string>
    const known = { query, params, caller, db: services.database, request, services }
    for (const guard of guards) await guard(known)
    const limit = caller.role === 'service_role' ? Math.max(bodyLimit, BODY_LIMITS_BYTES.operator) : bodyLimit
    const body = definition.input ? await readJsonBody(request.raw, limit) : { value: undefined, text: '' }
    const input = definition.input ? check(definition.input, body.value, httpErrors.badInput) : undefined
    const context = { ...known, input: input as Input, text: body.text, query: query as Query, extra: extra as Extra }
    const handle = () => definition.handle(context)
    return sendEndpointResponse(
      reply,
      await (definition.takesOwnTurn ? handle() : services.turns.take(request, handle)),
    )
  }
}

/** Authenticates a request. Throws 401 for a missing or wrong key and for an invalid token. */
async function authenticate(access: Definition<unknown, unknown, unknown>['access'], request: FastifyRequest) {
  if (typeof access === 'function') return request.server.services.turns.take(request, () => access(request))
  const origin = readClientNetworkAndHeaders(request)
  const caller =
    access === 'public'
      ? createAnonymousCaller(origin)
      : await authenticateCaller(request.headers, request.server.services.keys, origin)
  return { caller, extra: undefined }
}

const HEADER_MAX = 500
const TRACE_HEADERS = ['traceparent', 'tracestate', 'baggage'] as const

/** Returns the client's IP network, which rate limits count by, the user agent and the trace headers. */
export function readClientNetworkAndHeaders(request: FastifyRequest): ClientNetworkAndHeaders {
  const { headers } = request
  const source = request.server.services.sourceOf(request.raw)
  const userAgent = headers['user-agent']?.slice(0, HEADER_MAX)
  const trace = TRACE_HEADERS.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value.slice(0, HEADER_MAX)] as const] : []
  })
  return {
    source,
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(trace.length === 0 ? {} : { traceHeaders: Object.fromEntries(trace) }),
  }
}

function check<Output>(schema: Schema<Output>, value: unknown, refuse: typeof httpErrors.badInput): Output {
  const parsed = v.safeParse(schema, value, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  throw refuse({ message: parsed.issues[0].message })
}
