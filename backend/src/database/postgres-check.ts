import { setTimeout as pause } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { ConfigError } from '../config.ts'
import { DatabaseUnavailable, fromConnecting, isDatabaseError } from './errors.ts'
import { onlyReads, ownClient } from './postgres-connection.ts'

const OLDEST_VERSION = 150_000
const GOODBYE_MS = 1_000

/**
 * Connects and looks. Rejects with a sentence that names the variable when the server can't be reached, refuses the
 * login, is older than PostgreSQL 15, stores anything but UTF-8, only reads, or stands behind a pooler that shares its connections.
 */
export async function checkServer(options: ClientConfig): Promise<void> {
  const clients: Client[] = []
  const another = () => {
    const client = ownClient(options)
    clients.push(client)
    return client
  }
  try {
    // Two at once: that is the least a site needs, and how a pooler shows itself.
    const [client, other] = [another(), another()]
    await client.connect()
    const { rows } = await client.query<Server>(`
      select
        current_setting('server_version') as version,
        current_setting('server_version_num')::int as number,
        current_setting('server_encoding') as encoding`)
    for (const { version, number, encoding } of rows) {
      if (number < OLDEST_VERSION) throw refused(`PostgreSQL 15 or later is needed; this server runs ${version}.`)
      if (encoding !== 'UTF8') throw refused(`the database must store UTF8; this one stores ${encoding}.`)
    }
    if (await onlyReads(client)) throw refused('the server only reads: a copy of another one, or out of room.')
    await other.connect()
    if (await isShared(client, other)) throw refused(SHARED)
  } catch (error) {
    throw inPlainWords(error instanceof ConfigError ? error : fromConnecting(error))
  } finally {
    const goodbyes = Promise.allSettled(clients.map((client) => client.end()))
    await Promise.race([goodbyes, pause(GOODBYE_MS, undefined, { ref: false })])
  }
}

type Server = { version: string; number: number; encoding: string }

const SHARED =
  'a pooler shares its connections there after each transaction, and live figures need one of their own; ' +
  "give the database's own address, or the pooler's for sessions."

/**
 * Whether two connections are served by whatever is free, so that nothing lasts from one transaction to the next. Asked there and back,
 * so that taking turns shows as well.
 */
async function isShared(client: Client, other: Client): Promise<boolean> {
  const processes: unknown[] = []
  for (const asked of [client, other, other, client]) {
    const { rows } = await asked.query<{ process: number }>('select pg_backend_pid() as process')
    processes.push(rows[0]?.process)
  }
  const [first, second, third, fourth] = processes
  return first === second || first !== fourth || second !== third
}

/** A database that cannot be reached while the server starts, as one sentence that names the variable; anything else as it is. */
export function inPlainWords(error: unknown): unknown {
  if (!(error instanceof DatabaseUnavailable)) return error
  const { cause } = error
  if (isDatabaseError(cause)) {
    const does = REFUSED.test(cause.code) ? 'refuses the connection' : "can't go on"
    return refused(`the server ${does}: ${cause.message}.`, error)
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (UNTRUSTED.test(code)) {
    return refused(`the server's certificate is not trusted (${code}); see docs/deploy.md.`, error)
  }
  const words = code === '' ? messageOf(cause) : code
  if (NO_PASSWORD.test(words)) return refused('the server wants a password, and the address has none.', error)
  return refused(`the database server can't be reached (${words}).`, error)
}

// Login, database, rights, connections, starting up (PostgreSQL, Appendix A).
const REFUSED = /^(28|3D|42501|53300|55000|57P03)/
// pg's own words.
const NO_PASSWORD = /^SASL: .*password must be/

// Node's codes for a certificate (tls, "X509 certificate error codes").
const UNTRUSTED =
  /^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_|ERR_TLS_CERT_ALTNAME_INVALID)/

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function refused(reason: string, cause?: unknown): ConfigError {
  return new ConfigError(`DATABASE_URL: ${reason}`, { cause })
}
