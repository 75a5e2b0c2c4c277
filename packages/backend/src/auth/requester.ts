import type { FastifyRequest } from 'fastify'
import { readClientNetworkAndHeaders } from '../http/endpoint.ts'
import type { AuthDependencies } from './auth.ts'

/**
 * The client of a request, as rate limits identify it. `source` is the client's IPv4 address or IPv6 /64 network; `device` is a keyed hash
 * of `source` and the User-Agent.
 */
export type RateLimitClient = { source: string; device: string }

/** Returns the client's IP network and device, by which rate limits identify it. */
export function identifyRateLimitClient(auth: AuthDependencies, request: FastifyRequest): RateLimitClient {
  const source = auth.sourceOf(request)
  return {
    source,
    device: auth.secrets.countingKey(`device ${source} ${readClientNetworkAndHeaders(request).userAgent ?? ''}`),
  }
}
