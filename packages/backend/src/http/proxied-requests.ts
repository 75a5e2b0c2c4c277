import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '../config.ts'
import {
  type ClientNetworkResolver,
  createTrustedProxyMatcher,
  getClientNetworkKey,
  stripPort,
} from './client-network.ts'
import { ClientNetworkCounter } from './client-network-counter.ts'
import { httpErrors } from './http-errors.ts'

/**
 * Limits the concurrent requests per client IP network behind a trusted proxy, as `ClientConnectionLimiter` limits the connections of direct
 * clients. Responds with 429 above the limit. Requests that the proxy itself sends, such as health checks, are not counted.
 */
export function limitConcurrentProxyRequests(
  app: FastifyInstance,
  config: ServerConfig,
  sourceOf: ClientNetworkResolver,
): void {
  const isTrusted = createTrustedProxyMatcher(config.trustedProxies)
  const count = new ClientNetworkCounter(config.limits.connectionsPerSource)
  app.addHook('onRequest', async (request, reply) => {
    const peer = stripPort(request.raw.socket.remoteAddress ?? '')
    if (!isTrusted(peer)) return
    const source = sourceOf(request.raw)
    if (source === getClientNetworkKey(peer)) return
    const leave = count.enter(source)
    if (leave === null) throw httpErrors.tooMany()
    reply.raw.once('close', leave)
  })
}
