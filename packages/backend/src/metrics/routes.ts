import type { FastifyInstance } from 'fastify'
import { authenticateTokenOrApiKey, parseBearerToken } from '../http/caller.ts'
import { defineEndpoint, type EndpointGuard } from '../http/endpoint.ts'
import { httpErrors } from '../http/http-errors.ts'
import { isSameSecret } from '../http/secrets.ts'

/**
 * Registers GET /metrics, which returns the metrics of this process for Prometheus. Requires `METRICS_KEY` or the secret key, or a direct
 * request from loopback, without any forwarding header.
 */
export function registerMetricsRoute(app: FastifyInstance): void {
  app.route({ method: ['GET', 'HEAD'], url: '/metrics', handler: readMetrics })
}

const requireOperatorOrMachine: EndpointGuard = async ({ request, services }) => {
  const { headers, socket } = request.raw
  const { apikey } = headers
  if (isLoopback(socket.remoteAddress ?? '') && !isForwarded(headers)) return
  const key = parseBearerToken(headers.authorization) ?? (typeof apikey === 'string' ? apikey : null)
  if (key === null) throw httpErrors.noApiKey()
  const { metricsKey } = services.config
  if (metricsKey !== null && isSameSecret(key, metricsKey)) return
  const { role } = await authenticateTokenOrApiKey(key, services.keys)
  if (role !== 'service_role') throw httpErrors.operatorsOnly()
}

const readMetrics = defineEndpoint({
  access: 'public',
  guards: [requireOperatorOrMachine],
  handle: async ({ services }) => ({
    status: 200,
    body: await services.metrics.write(),
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
  }),
})

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

/** Returns whether a proxy forwarded the request. Behind a proxy on the same machine, the requests of all clients come from loopback. */
function isForwarded(headers: Record<string, unknown>): boolean {
  const names = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']
  return names.some((name) => headers[name] !== undefined)
}
