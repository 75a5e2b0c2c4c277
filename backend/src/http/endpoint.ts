import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Caller, Database } from '../database/database.ts'
import type { Services } from '../services.ts'
import { type Answer, send } from './answer.ts'
import { BODY_LIMITS, readJsonBody } from './body.ts'
import { anonymousCaller, readCaller } from './caller.ts'
import { httpErrors } from './http-errors.ts'
import { uniqueQuery } from './query.ts'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

/** What a handler works with. Nothing in it is unchecked, except what `request` still holds. */
export type Context<Input, Query> = {
  input: Input
  /** The body as it was written. */
  text: string
  query: Query
  params: Record<string, string>
  caller: Caller
  db: Database
  request: FastifyRequest
  services: Services
}

/** A condition for going on. Throws the refusal; has no side effect a refused request would regret. */
export type Guard = (context: Omit<Context<unknown, unknown>, 'input' | 'text'>) => void | Promise<void>

type Schema<Output> = v.GenericSchema<unknown, Output>

type Definition<Input, Query> = {
  /** `apikey` (default): a valid key of either kind. `public`: no key is asked for or looked at. `operator`: the secret key. */
  access?: 'apikey' | 'public' | 'operator'
  /** Checks the JSON body. Without it the body is not read, and the handler may stream it from `request.raw`. */
  input?: Schema<Input>
  /** Checks the query as one value a name. Without it the handler reads `request.url` itself. */
  query?: Schema<Query>
  /** Longest body in bytes for everybody but an operator. */
  bodyLimit?: number
  guards?: readonly Guard[]
  handle(context: Context<Input, Query>): Answer | Promise<Answer>
}

/** A Fastify handler. */
export type Endpoint = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** One endpoint: request -> caller -> query -> guards -> parsed input -> one call -> one answer. */
export function endpoint<Input = undefined, Query = undefined>(definition: Definition<Input, Query>): Endpoint {
  const { access = 'apikey', bodyLimit = BODY_LIMITS.anonymous, guards = [] } = definition
  return async (request, reply) => {
    const { services } = request.server
    const caller = access === 'public' ? anonymousCaller(originOf(request)) : await callerOf(request)
    if (access === 'operator' && caller.role !== 'service_role') throw httpErrors.operatorsOnly()
    const query = definition.query ? check(definition.query, uniqueQuery(request.url), httpErrors.badQuery) : undefined
    const params = request.params as Record<string, string>
    const known = { query, params, caller, db: services.database, request, services }
    for (const guard of guards) await guard(known)
    const limit = caller.role === 'service_role' ? Math.max(bodyLimit, BODY_LIMITS.operator) : bodyLimit
    const body = definition.input ? await readJsonBody(request.raw, limit) : { value: undefined, text: '' }
    const input = definition.input ? check(definition.input, body.value, httpErrors.badInput) : undefined
    const context = { ...known, input: input as Input, text: body.text, query: query as Query }
    return send(reply, await definition.handle(context))
  }
}

/** Who makes this request. Refuses a missing or wrong key, and a token that does not verify, with 401. */
function callerOf(request: FastifyRequest): Promise<Caller> {
  return readCaller(request.headers, request.server.services.keys, originOf(request))
}

/** Where a request comes from: the network source that limits count, and what the client calls itself. */
export function originOf(request: FastifyRequest) {
  const source = request.server.services.sourceOf(request.raw)
  const userAgent = request.headers['user-agent']
  return userAgent === undefined ? { source } : { source, userAgent: userAgent.slice(0, 500) }
}

function check<Output>(schema: Schema<Output>, value: unknown, refuse: typeof httpErrors.badInput): Output {
  const parsed = v.safeParse(schema, value, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  throw refuse({ message: parsed.issues[0].message })
}
