import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseMoving, DatabaseUnavailable } from '../database/port/errors.ts'
import { sendEndpointResponse } from './endpoint-response.ts'
import { type ErrorRenderer, Refusal } from './errors.ts'
import { httpErrors } from './http-errors.ts'
import { logDatabaseUnavailable } from './log-database-unavailable.ts'
import { TaskQueueFull } from './task-queue.ts'

/**
 * The `Retry-After` header, in seconds, while the database is being moved to another server. Moving a database with a few thousand users
 * takes less time.
 */
const MOVED_WITHIN_S = '60'

declare module 'fastify' {
  interface FastifyInstance {
    /** All mounted services. Needed to format errors that occur before a route is found. */
    mounts: ServiceMount[]
  }
}

/** A mounted service: its path prefix and its error format. */
export type ServiceMount = {
  prefix: string
  render: ErrorRenderer
  /**
   * Converts errors that only this service knows, such as PostgreSQL's rejection of a statement, to an error response. Returns null for
   * other errors.
   */
  translate?: (error: unknown, request: FastifyRequest) => Refusal | null
}

/**
 * Mounts a service's routes under its URL prefix, and renders its errors, including 404 and 500, in the service's own format. A bug is
 * logged with its cause; the response contains no details.
 */
export function mountService(
  app: FastifyInstance,
  mount: ServiceMount,
  routes: (scope: FastifyInstance) => void,
): void {
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

/** Sends an error response in the format of its service. */
function sendRefusal(reply: FastifyReply, refusal: Refusal, { render }: ServiceMount): FastifyReply {
  const { status, body, headers } = render(refusal, reply.request)
  return sendEndpointResponse(reply.headers({ ...refusal.headers, ...headers }), { status, body: body as object })
}

function asRefusal(error: unknown, request: FastifyRequest, mount: ServiceMount): Refusal {
  return mount.translate?.(error, request) ?? toRefusal(error, request)
}

/** Converts a thrown error to an error response. An unknown error is a bug: it is logged, and the response contains no details of it. */
export function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof TaskQueueFull) return httpErrors.tooMany({ cause: error, headers: { 'retry-after': '1' } })
  if (error instanceof DatabaseMoving) {
    return httpErrors.siteMoving({ cause: error, headers: { 'retry-after': MOVED_WITHIN_S } })
  }
  if (error instanceof DatabaseUnavailable) {
    logDatabaseUnavailable(request.log, error)
    return httpErrors.databaseUnavailable({ cause: error, headers: { 'retry-after': '1' } })
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null
  if (status === 415) return httpErrors.unsupportedType({ cause: error })
  if (typeof status === 'number' && status < 500) return httpErrors.badHeader({ cause: error })
  request.log.error({ event: 'fault', err: error }, 'A request failed because of a bug in the server')
  return httpErrors.internal({ cause: error })
}
