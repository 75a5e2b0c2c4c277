import type { FastifyRequest } from 'fastify'
import { originOf } from '../http/endpoint.ts'
import type { Auth } from './auth.ts'

/**
 * The sender of a request, as rate limits identify it: the network source (an IPv4 address or an IPv6 /64), and the
 * device, a keyed hash of the source and the User-Agent.
 */
export type Requester = { source: string; device: string }

/** Returns the source and the device of a request. */
export function requesterOf(auth: Auth, request: FastifyRequest): Requester {
  const source = auth.sourceOf(request)
  return { source, device: auth.secrets.countingKey(`device ${source} ${originOf(request).userAgent ?? ''}`) }
}
