import type { IncomingMessage } from 'node:http'
import type { Keys } from '../http/keys.ts'
import { uniqueQuery } from '../http/query.ts'
import type { SourceReader } from '../http/source.ts'
import type { Identity } from './admit-channel.ts'
import { handshakeErrors } from './errors.ts'
import { VERSIONS, type Version } from './protocol.ts'
import type { SocketCount } from './socket-count.ts'

const KEY_MAX = 4096

/** A handshake that may go on. `leave` gives the socket's place back. */
export type Admitted = { version: Version; identity: Identity; leave: () => void }

/** What a handshake is checked against. */
export type HandshakeRules = {
  keys: Keys
  /** Pages of these origins may connect. Clients that are no browser send no Origin. */
  origins: ReadonlySet<string>
  count: SocketCount
  sourceOf: SourceReader
}

/** Decides about a handshake before it is answered. Throws the refusal. */
export async function admitHandshake(request: IncomingMessage, rules: HandshakeRules): Promise<Admitted> {
  const { origin } = request.headers
  // Browsers send no preflight for sockets, and no header of ours: Origin is all there is against a foreign page.
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

/** Keys of the older form are tokens and end one day. */
async function expiryOf(apikey: string, keys: Keys): Promise<number | null> {
  if (apikey === keys.publishable || apikey === keys.secret) return null
  const { exp } = await keys.verifyToken(apikey)
  return exp === undefined ? null : exp * 1_000
}
