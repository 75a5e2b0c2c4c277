import type { FastifyRequest } from 'fastify'
import { readClientNetworkAndHeaders } from '../http/endpoint.ts'
import type { AuthDependencies } from './auth.ts'

/**
 * The client of a request, as rate limits identify it. `source` is the client's IPv4 address or IPv6 /64 network; `device` is a keyed hash
 * of `source` and the User-Agent.
 */
export type RateLimitClient = { source: string; device: string }

/** The client of a request. */
export type Requester = RateLimitClient & {
  /** A keyed hash of `source`, which is stored with an unconfirmed sign-up to recognise the client. */
  sourceKey: string
  /** The User-Agent, for the user's list of sessions. */
  userAgent: string | null
}

/** Returns the client of a request. */
export function identifyRequester(auth: AuthDependencies, request: FastifyRequest): Requester {
  const { source, userAgent = null } = readClientNetworkAndHeaders(request)
  return {
    source,
    device: auth.secrets.countingKey(`device ${source} ${userAgent ?? ''}`),
    sourceKey: auth.secrets.countingKey(`claim from ${source}`),
    userAgent,
  }
}
