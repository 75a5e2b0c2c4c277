import type { FastifyRequest } from 'fastify'
import { originOf } from '../http/endpoint.ts'
import type { Auth } from './auth.ts'

/**
 * Who sends a request, as far as limits can tell: the network source (an IPv4 address or an IPv6 /64), and the device,
 * which is the source together with what the client calls itself. `device` is a keyed hash and names nobody.
 */
export type Requester = { source: string; device: string }

/** The requester of a request. */
export function requesterOf(auth: Auth, request: FastifyRequest): Requester {
  const source = auth.sourceOf(request)
  return { source, device: auth.secrets.countingKey(`device ${source} ${originOf(request).userAgent ?? ''}`) }
}
