import type { IncomingMessage } from 'node:http'
import { API_KEY_MAX } from '../http/caller.ts'
import type { ClientNetworkResolver } from '../http/client-network.ts'
import type { ClientNetworkCounter } from '../http/client-network-counter.ts'
import type { ServerKeys } from '../http/keys.ts'
import { parseUniqueQuery } from '../http/query.ts'
import type { WebSocketCaller } from './authorize-channel.ts'
import { handshakeErrors } from './errors.ts'
import { SERIALIZER_VERSIONS, type SerializerVersion } from './protocol.ts'

/** An accepted WebSocket handshake. `leave` removes the socket from the count of open sockets. */
export type AcceptedHandshake = { version: SerializerVersion; identity: WebSocketCaller; leave: () => void }

/** The dependencies of the handshake check. */
export type HandshakeDependencies = {
  keys: ServerKeys
  /** The origins whose pages may connect. Clients other than browsers send no Origin header. */
  origins: ReadonlySet<string>
  /** The open sockets, in total and per client IP network. */
  count: ClientNetworkCounter
  sourceOf: ClientNetworkResolver
}

/**
 * Checks a WebSocket handshake: origin, serializer version, limits of open sockets, and API key. Throws the error response for a rejected
 * handshake.
 */
export async function acceptHandshake(
  request: IncomingMessage,
  rules: HandshakeDependencies,
): Promise<AcceptedHandshake> {
  const { origin } = request.headers
  // Browsers send no CORS preflight and no custom header for WebSockets. The Origin header is the only protection against pages of other
  // sites.
  if (origin !== undefined && !rules.origins.has(origin)) throw handshakeErrors.foreignOrigin()
  const query = parseUniqueQuery(request.url ?? '')
  const version = SERIALIZER_VERSIONS.find((known) => known === (query['vsn'] ?? '1.0.0'))
  if (version === undefined) throw handshakeErrors.unknownVersion()
  const source = rules.sourceOf(request)
  const leave = rules.count.enter(source)
  if (leave === null) throw handshakeErrors.tooManySockets()
  try {
    return { version, identity: await identify(query['apikey'], source, rules.keys), leave }
  } catch (error) {
    leave()
    throw error
  }
}

async function identify(apikey: string | undefined, source: string, keys: ServerKeys): Promise<WebSocketCaller> {
  if (apikey === undefined || apikey === '') throw handshakeErrors.noApiKey()
  const role = apikey.length > API_KEY_MAX ? null : await keys.roleOfKey(apikey)
  if (role === null) throw handshakeErrors.invalidApiKey()
  return { caller: { role, claims: { role }, source }, expiresAt: await expiryOf(apikey, keys) }
}

/** Returns the expiry of an API key in milliseconds since 1970, or null. Only keys in the older JWT form have an expiry. */
async function expiryOf(apikey: string, keys: ServerKeys): Promise<number | null> {
  if (apikey === keys.publishable || apikey === keys.secret) return null
  const { exp } = await keys.verifyToken(apikey)
  return exp === undefined ? null : exp * 1_000
}
