import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { drainRequestBody } from './http/body.ts'
import type { RouteMetrics } from './metrics/request-metrics.ts'

/**
 * Sends the response immediately and returns the request counter of its route. Returns null when the request must go through the Fastify
 * pipeline.
 */
export type FastPathHandler = (request: IncomingMessage, response: ServerResponse) => RouteMetrics | null

/**
 * Installs handlers that respond from memory before Fastify's pipeline: without checks of API keys, body parsing and logging, but with
 * metrics. While the server stops, all requests go through the pipeline, which closes their connections.
 */
export function installFastPathHandlers(app: FastifyInstance, fastPaths: readonly FastPathHandler[]): void {
  let isOpen = true
  app.addHook('preClose', async () => {
    isOpen = false
  })
  app.server.removeAllListeners('request').on('request', (request, response) => {
    const start = performance.now()
    // A request with a body goes through the pipeline, which has a timeout for a client that announces a body and does not send it.
    const hasBody =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
    // This is not a Fastify hook, because Fastify calls no hooks for a URL that it cannot decode.
    if (hasBody) response.once('close', () => drainRequestBody(request))
    for (const fastPath of isOpen && !hasBody ? fastPaths : []) {
      const count = fastPath(request, response)
      if (count) return count.record(response.statusCode, performance.now() - start)
    }
    app.routing(request, response)
  })
}
