import type { IncomingMessage } from 'node:http'
import type { Keys } from '../http/keys.ts'
import { uniqueQuery } from '../http/query.ts'
import type { SourceReader } from '../http/source.ts'
import type { Identity } from './admit-channel.ts'
import { handshakeErrors } from './errors.ts'
import { VERSIONS, type Version } from './protocol.ts'
import type { SocketCount } from './socket-count.ts'

const KEY_MAX = 4096

/** An admitted handshake. `leave` releases the socket's slot in the socket count. */
export type Admitted = { version: Version; identity: Identity; leave: () => void }

/** The dependencies of the handshake check. */
export type HandshakeRules = {
  keys: Keys
  /** The allowed origins. Clients other than browsers send no Origin header. */
  origins: ReadonlySet<string>
  count: SocketCount
  sourceOf: SourceReader
}

/** Checks a handshake: origin, serializer version, socket limits and API key. Throws the refusal. */
export async function admitHandshake(request: IncomingMessage, rules: HandshakeRules): Promise<Admitted> {
  const { origin } = request.headers
  // Browsers send no CORS preflight and no custom header for WebSockets; Origin is the only protection against foreign pages.
  if (origin !== undefined && !rules.origins.has(origin)) throw handshakeErrors.foreignOrigin()
  const query = uniqueQuery(request.url ?? '')
  const version = VERSIONS.find((known) => known === (query['vsn'] ?? '1.0.0'))
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

async function identify(apikey: string | undefined, source: string, keys: Keys): Promise<Identity> {
  if (apikey === undefined || apikey === '') throw handshakeErrors.noApiKey()
  const role = apikey.length > KEY_MAX ? null : await keys.roleOfKey(apikey)
  if (role === null) throw handshakeErrors.invalidApiKey()
  return { caller: { role, claims: { role }, source }, expiresAt: await expiryOf(apikey, keys) }
}

/** Returns when an API key expires, or null. Keys in the older JWT form have an expiry. */
async function expiryOf(apikey: string, keys: Keys): Promise<number | null> {
  if (apikey === keys.publishable || apikey === keys.secret) return null
  const { exp } = await keys.verifyToken(apikey)
  return exp === undefined ? null : exp * 1_000
}
