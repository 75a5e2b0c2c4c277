import { randomUUID } from 'node:crypto'
import type { Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyHttpOptions, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { Config } from '../config.ts'
import type { Refusal } from './errors.ts'
import { hangUp } from './hang-up.ts'
import { httpErrors } from './http-errors.ts'
import { routeMalformed } from './malformed-address.ts'
import { NO_PAGE_POLICY, securityHeaders } from './security-headers.ts'
import { refusalFor } from './service.ts'

const SECOND = 1_000

/**
 * Timeouts for clients. Headers must arrive within ten seconds and bodies within fifteen (body.ts), so that a client which sends one
 * byte a second occupies nothing for long. The request timeout is for uploads to storage.
 */
export const transportOptions: ServerOptions = {
  headersTimeout: 10 * SECOND,
  requestTimeout: 15 * 60 * SECOND,
  keepAliveTimeout: 5 * SECOND,
  connectionsCheckingInterval: SECOND,
  maxHeaderSize: 16 * 1024,
  // Other upgrades that clients offer (h2c) may be ignored; if accepted, the request could not get a normal response.
  shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
}

/**
 * The idle timeout in both directions: a client that sends a request and never reads the response would keep its connection open for
 * ever. Longer than any response takes to start (functions: 25 s; PostgreSQL statements have their own timeout).
 */
export const STALLED_MS = 60 * SECOND

/** Routes have no schemas, because endpoints validate their input themselves; so Fastify's schema compilers need not be loaded. */
const noCompilers = {
  buildValidator: () => () => {
    throw new Error('No route declares a schema.')
  },
  buildSerializer: () => () => {
    throw new Error('No route declares a schema.')
  },
}

/** Returns Fastify's options: our own request ids, without Fastify's request log and body parsing. */
export function serverOptions(config: Config): FastifyHttpOptions<Server> {
  const headers = securityHeaders(config.siteUrl, NO_PAGE_POLICY)
  return {
    http: transportOptions,
    keepAliveTimeout: 5 * SECOND,
    requestTimeout: 15 * 60 * SECOND,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: noCompilers },
    return503OnClosing: false, // accepted requests are served; listener.ts accepts no more
    routerOptions: {
      maxParamLength: 1024,
      querystringParser: () => ({}), // endpoints parse the query themselves, strictly
    },
    frameworkErrors: (_error, request, reply) => routeMalformed(request, reply),
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, headers),
  }
}

/** Installs the hooks for every request before it reaches a service, and the error handler for requests outside any service. */
export function guardTransport(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config.siteUrl, NO_PAGE_POLICY)
  app.decorate('mounts', [])
  app.server.on('error', () => {}) // it does not listen itself (listener.ts) and only re-emits their events
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null)) // endpoints read the body themselves, with the caller's size limit
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (request.method === 'TRACE') throw httpErrors.methodNotAllowed()
  })
  app.setErrorHandler((error, request, reply) => sendPlainError(refusalFor(error, request), reply))
}

function sendPlainError(refusal: Refusal, reply: FastifyReply): FastifyReply {
  const body = JSON.stringify({ code: refusal.code, message: refusal.message })
  return reply.code(refusal.status).headers(refusal.headers).type('application/json; charset=utf-8').send(body)
}

/** Responds to invalid HTTP, oversized headers and request timeouts, then closes the connection. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  hangUp(
    socket,
    [`HTTP/1.1 ${statusOf(error)}`, ...lines, 'content-length: 0', 'connection: close', '', ''].join('\r\n'),
  )
}

function statusOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  return '400 Bad Request'
}
