import { randomUUID } from 'node:crypto'
import type { Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyHttpOptions, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type { ServerConfig } from '../config.ts'
import { closeConnection } from './close-connection.ts'
import type { Refusal } from './errors.ts'
import { httpErrors } from './http-errors.ts'
import { routeMalformedRequest } from './malformed-url.ts'
import { createSecurityHeaders, NON_PAGE_CSP } from './security-headers.ts'
import { toRefusal } from './service.ts'

const SECOND = 1_000

/**
 * Node's HTTP options with the timeouts for clients. Headers must arrive within ten seconds and bodies within fifteen (body.ts), so that a
 * client that sends one byte a second (slow loris) does not hold a connection for long. The request timeout of 15 minutes is for uploads to
 * storage.
 */
export const httpServerOptions: ServerOptions = {
  headersTimeout: 10 * SECOND,
  requestTimeout: 15 * 60 * SECOND,
  keepAliveTimeout: 5 * SECOND,
  connectionsCheckingInterval: SECOND,
  maxHeaderSize: 16 * 1024,
  // Accepts only upgrades to WebSocket. A server may ignore other upgrades that clients offer (h2c); if it accepted one, the request could
  // not get a normal response.
  shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
}

/**
 * The idle timeout of a connection in both directions, in milliseconds. Without it a client that sends a request and never reads the
 * response would keep its connection open for ever. The timeout is longer than any response takes to start (functions: 25 s; PostgreSQL
 * statements have their own timeout).
 */
export const STALLED_CONNECTION_TIMEOUT_MS = 60 * SECOND

/**
 * Replaces Fastify's schema compilers, so that their modules are not loaded. Routes declare no schemas, because endpoints validate their
 * input themselves.
 */
const noCompilers = {
  buildValidator: () => () => {
    throw new Error('No route declares a schema.')
  },
  buildSerializer: () => () => {
    throw new Error('No route declares a schema.')
  },
}

/** Returns the options for creating the Fastify app: timeouts, random request ids, and no request log of Fastify's own. */
export function createFastifyOptions(config: ServerConfig): FastifyHttpOptions<Server> {
  const headers = createSecurityHeaders(config.siteUrl, NON_PAGE_CSP)
  return {
    http: httpServerOptions,
    keepAliveTimeout: 5 * SECOND,
    requestTimeout: 15 * 60 * SECOND,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: noCompilers },
    return503OnClosing: false, // a request accepted before the stop gets its response; listener.ts accepts no more connections
    routerOptions: {
      maxParamLength: 1024,
      querystringParser: () => ({}), // endpoints parse the query string themselves, more strictly than Fastify would
    },
    frameworkErrors: (_error, request, reply) => routeMalformedRequest(request, reply),
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, headers),
  }
}

/** Installs the hooks that run for every request before a service handles it, and the error handler for requests outside any service. */
export function registerTransportHooks(app: FastifyInstance, config: ServerConfig): void {
  const headers = createSecurityHeaders(config.siteUrl, NON_PAGE_CSP)
  app.decorate('mounts', [])
  app.server.on('error', () => {}) // the app's server does not listen; it only re-emits errors of the servers that listener.ts creates
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null)) // endpoints read the body themselves, with the caller's size limit
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (request.method === 'TRACE') throw httpErrors.methodNotAllowed()
  })
  app.setErrorHandler((error, request, reply) => sendPlainError(toRefusal(error, request), reply))
}

function sendPlainError(refusal: Refusal, reply: FastifyReply): FastifyReply {
  const body = JSON.stringify({ code: refusal.code, message: refusal.message })
  return reply.code(refusal.status).headers(refusal.headers).type('application/json; charset=utf-8').send(body)
}

/** Responds to invalid HTTP, oversized headers and request timeouts with an error, then closes the connection. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  closeConnection(
    socket,
    [`HTTP/1.1 ${statusOf(error)}`, ...lines, 'content-length: 0', 'connection: close', '', ''].join('\r\n'),
  )
}

function statusOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  return '400 Bad Request'
}
