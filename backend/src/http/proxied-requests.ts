import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { httpErrors } from './http-errors.ts'
import { plainAddress, type SourceReader, sourceKey, trustedPeers } from './source.ts'
import { SourceCount } from './source-count.ts'

/**
 * Limits the requests of one network source that a trusted proxy passes on at a time, as `SourceConnections` limits the connections of
 * sources that connect directly. Refuses with 429. What the proxy asks for itself is not counted.
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
