import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { drainBriefly } from './http/body.ts'
import type { RouteCount } from './metrics/request-metrics.ts'

/** Sends the response at once and returns the counter for its route, or returns null and leaves the request to the pipeline. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => RouteCount | null

/**
 * Installs handlers that respond from memory before the pipeline: without key checks, body parsing and logging, but with metrics. Once
 * the server stops, all requests go through the pipeline, which closes their connections.
 */
export function installFastPath(app: FastifyInstance, fastPaths: readonly FastPath[]): void {
  let isOpen = true
  app.addHook('preClose', async () => {
    isOpen = false
  })
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const start = performance.now()
    // A request with a body goes through the pipeline, which also times out a client that announces a body and does not send it.
    const hasBody =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
    // Not a Fastify hook: Fastify calls none for a URL that it cannot decode.
    if (hasBody) response.once('close', () => drainBriefly(request))
    for (const fastPath of isOpen && !hasBody ? fastPaths : []) {
      const count = fastPath(request, response)
      if (count) return count.record(response.statusCode, performance.now() - start)
    }
    app.routing(request, response)
  })
}
