import type { FastifyRequest } from 'fastify'
import { readClientInfo } from '../http/endpoint.ts'
import type { AuthDependencies } from './auth.ts'

/**
 * The client of a request, as rate limits identify it. `source` is the client's IPv4 address or IPv6 /64 network; `device` is a keyed hash
 * of `source` and the User-Agent.
 */
export type Requester = { source: string; device: string }

/** Returns the client's IP network and device, by which rate limits identify it. */
export function identifyRequester(auth: AuthDependencies, request: FastifyRequest): Requester {
  const source = auth.sourceOf(request)
  return { source, device: auth.secrets.countingKey(`device ${source} ${readClientInfo(request).userAgent ?? ''}`) }
}
