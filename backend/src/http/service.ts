import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseMoving, DatabaseUnavailable } from '../database/errors.ts'
import { send } from './answer.ts'
import { logTrouble } from './database-trouble.ts'
import { type ErrorRenderer, Refusal } from './errors.ts'
import { httpErrors } from './http-errors.ts'

/** A site of a few thousand people is moved in less. */
const MOVED_WITHIN_S = '60'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every mounted service, for what goes wrong before a route is found. */
    mounts: Mount[]
  }
}

/** A service's place and manners: the path it lives under and the shape of its refusals. */
export type Mount = {
  prefix: string
  render: ErrorRenderer
  /** Turns errors only this service knows (a database's refusal, say) into refusals; null for "not one of mine". */
  translate?: (error: unknown, request: FastifyRequest) => Refusal | null
}

/**
 * Mounts a service: its routes under the prefix, and every refusal, unknown address and fault drawn in its own shape.
 * A fault is logged with its cause and answered without any.
 */
export function mountService(app: FastifyInstance, mount: Mount, routes: (scope: FastifyInstance) => void): void {
  app.mounts.push(mount)
  app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => {
        return sendRefusal(reply, asRefusal(error, request, mount), mount)
      })
      scope.setNotFoundHandler(() => {
        throw httpErrors.notFound()
      })
      routes(scope)
    },
    { prefix: mount.prefix },
  )
}

/** Sends a refusal in the shape of a service. */
function sendRefusal(reply: FastifyReply, refusal: Refusal, { render }: Mount): FastifyReply {
  const { status, body, headers } = render(refusal, reply.request)
  return send(reply.headers({ ...refusal.headers, ...headers }), { status, body: body as object })
}

function asRefusal(error: unknown, request: FastifyRequest, mount: Mount): Refusal {
  return mount.translate?.(error, request) ?? refusalFor(error, request)
}

/** The refusal that an error stands for. What stands for none is a fault of ours: logged, and answered without a word of it. */
export function refusalFor(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseMoving) {
    return httpErrors.siteMoving({ cause: error, headers: { 'retry-after': MOVED_WITHIN_S } })
  }
  if (error instanceof DatabaseUnavailable) {
    logTrouble(request.log, error)
    return httpErrors.databaseUnavailable({ cause: error, headers: { 'retry-after': '1' } })
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null
  if (status === 415) return httpErrors.unsupportedType({ cause: error })
  if (typeof status === 'number' && status < 500) return httpErrors.badHeader({ cause: error })
  request.log.error({ event: 'fault', err: error }, 'A request failed through a fault of ours')
  return httpErrors.internal({ cause: error })
}
