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
 * How long a client may take. Headers must be there within ten seconds and bodies within fifteen (body.ts), so a client
 * that sends a byte a second holds nothing for long. The limit of the whole request is for uploads to storage.
 */
export const transportOptions: ServerOptions = {
  headersTimeout: 10 * SECOND,
  requestTimeout: 15 * 60 * SECOND,
  keepAliveTimeout: 5 * SECOND,
  connectionsCheckingInterval: SECOND,
  maxHeaderSize: 16 * 1024,
  // Other upgrades that clients offer (h2c) may be ignored; once taken over, they could not be answered as requests.
  shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
}

/**
 * A connection on which nothing moves for so long, in either direction, is cut: a client that asks and never reads the answer would
 * hold it for ever. Longer than any answer takes to begin (functions: 25 s; statements on PostgreSQL have a timeout of their own).
 */
export const STALLED_MS = 60 * SECOND

/** No route declares a schema, endpoints check what they are given themselves: what compiles schemas need not be loaded. */
const noCompilers = {
  buildValidator: () => () => {
    throw new Error('No route declares a schema.')
  },
  buildSerializer: () => () => {
    throw new Error('No route declares a schema.')
  },
}

/** Fastify's settings: ids of our own, no request log and no body parsing of its own. */
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
    return503OnClosing: false, // what was accepted is answered; listener.ts takes no more
    routerOptions: {
      maxParamLength: 1024,
      querystringParser: () => ({}), // endpoints read the query themselves, strictly
    },
    frameworkErrors: (_error, request, reply) => routeMalformed(request, reply),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
  }
}

/** What holds for every request before any service sees it, and for every answer that no service draws. */
export function guardTransport(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config.siteUrl, NO_PAGE_POLICY)
  app.decorate('mounts', [])
  app.server.on('error', () => {}) // never listens by itself (listener.ts), and repeats nothing that it was not told
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null)) // endpoints read bodies, knowing the caller
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (request.method === 'TRACE') throw httpErrors.methodNotAllowed()
  })
  app.setErrorHandler((error, request, reply) => answerPlainly(refusalFor(error, request), reply))
}

function answerPlainly(refusal: Refusal, reply: FastifyReply): FastifyReply {
  const body = JSON.stringify({ code: refusal.code, message: refusal.message })
  return reply.code(refusal.status).headers(refusal.headers).type('application/json; charset=utf-8').send(body)
}

/** Answers bytes that are no HTTP, headers that are too large, and clients that are too slow; then hangs up. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
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
