import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { httpErrors } from './http-errors.ts'
import { plainAddress, type SourceReader, sourceKey, trustedPeers } from './source.ts'
import { SourceCount } from './source-count.ts'

/**
 * Limits the concurrent requests per client IP network behind a trusted proxy, as `SourceConnections` limits the connections of direct
 * clients. Responds with 429 above the limit. Requests that the proxy itself sends, such as health checks, are not counted.
 */
export function limitProxiedRequests(app: FastifyInstance, config: Config, sourceOf: SourceReader): void {
  const isTrusted = trustedPeers(config.trustedProxies)
  const count = new SourceCount(config.limits.connectionsPerSource)
  app.addHook('onRequest', async (request, reply) => {
    const peer = plainAddress(request.raw.socket.remoteAddress ?? '')
    if (!isTrusted(peer)) return
    const source = sourceOf(request.raw)
    if (source === sourceKey(peer)) return
    const leave = count.enter(source)
    if (leave === null) throw httpErrors.tooMany()
    reply.raw.once('close', leave)
  })
}
