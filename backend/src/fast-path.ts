import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { drainBriefly } from './http/body.ts'
import type { RouteCount } from './metrics/request-metrics.ts'

/** Answers a request at once and tells where to count it, or leaves it alone and gives null. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => RouteCount | null

/**
 * Puts what is in memory in front of the pipeline: there is no key to check, no body to read and nothing to refuse any more.
 * Counted, not logged. Once the server stops, everything goes through the pipeline, which hangs up on every client.
 */
export function installFastPath(app: FastifyInstance, fastPaths: readonly FastPath[]): void {
  let isOpen = true
  app.addHook('preClose', async () => {
    isOpen = false
  })
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const start = performance.now()
    // A request with a body goes through the pipeline, which also cuts a client that announces a body and does not send it.
    const hasBody =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
    // No hook of Fastify: it calls none for an address that it cannot decode.
    if (hasBody) response.once('close', () => drainBriefly(request))
    for (const front of isOpen && !hasBody ? fastPaths : []) {
      const count = front(request, response)
      if (count) return count.answered(response.statusCode, performance.now() - start)
    }
    app.routing(request, response)
  })
}
