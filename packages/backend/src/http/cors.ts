import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerConfig } from '../config.ts'

const allowedHeaders = [
  'accept-profile',
  'apikey',
  'authorization',
  'baggage',
  'cache-control',
  'content-profile',
  'content-type',
  'if-match',
  'if-none-match',
  'prefer',
  'range',
  'range-unit',
  'traceparent',
  'tracestate',
  'x-client-info',
  'x-metadata',
  'x-region',
  'x-retry-count',
  'x-supabase-api-version',
  'x-upsert',
].join(', ')

const exposedHeaders = [
  'content-location',
  'content-range',
  'etag',
  'link',
  'location',
  'preference-applied',
  'range-unit',
  'retry-after',
  'x-relay-error',
  'x-request-id',
  'x-supabase-api-version',
  'x-total-count',
].join(', ')

/**
 * Handles CORS. Pages of the site itself, and pages on the origins of the additional redirect URLs, may call the services. Credentials such
 * as cookies are never allowed: a page sends API keys and tokens in headers that it sets itself.
 */
export function registerCorsHook(app: FastifyInstance, config: ServerConfig): void {
  const origins = getAllowedOrigins(config)
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (origin === undefined) return
    if (origins.has(origin))
      reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposedHeaders)
    if (isPreflight(request)) return sendPreflightResponse(reply)
  })
}

/** Lets pages of any origin read the response. A hook of the routes whose responses are public. */
export async function allowEveryOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', exposedHeaders)
}

/**
 * Returns the origins whose pages may call the services and open WebSockets. If the site's host is localhost, 127.0.0.1 or ::1, the origins
 * of all three are allowed.
 */
export function getAllowedOrigins(config: ServerConfig): ReadonlySet<string> {
  const site = new URL(config.siteUrl)
  const origins = new Set([site.origin])
  if (['localhost', '127.0.0.1', '[::1]'].includes(site.hostname)) {
    for (const name of ['localhost', '127.0.0.1', '[::1]']) origins.add(originAt(site, name))
  }
  for (const url of config.auth.additionalRedirectUrls) {
    // A redirect pattern such as https://*.example.com/** is skipped: it stands for several origins, and CORS has no patterns.
    const origin = URL.parse(url)?.origin
    if (origin !== undefined && origin !== 'null' && !origin.includes('*')) origins.add(origin)
  }
  return origins
}

function originAt(site: URL, hostname: string): string {
  const url = new URL(site.origin)
  url.hostname = hostname
  return url.origin
}

function isPreflight(request: FastifyRequest): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
}

function sendPreflightResponse(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': '7200',
    })
    .send()
}
