import { setTimeout as pause } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { ConfigError } from '../config.ts'
import { type DatabaseError, type DatabaseUnavailable, fromConnecting, isDatabaseError } from './errors.ts'
import { ownClient } from './postgres-connection.ts'

const OLDEST_VERSION = 150_000
const GOODBYE_MS = 1_000

/**
 * Connects and looks. Rejects with a sentence that names the variable when the server can't be reached, refuses the
 * login, is older than PostgreSQL 15, stores anything but UTF-8, or stands behind a pooler that shares its connections.
 */
export async function checkServer(options: ClientConfig): Promise<void> {
  // Two at once: that is the least a site needs, and how a pooler shows itself.
  const [client, other] = [ownClient(options), ownClient(options)]
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; number: number; encoding: string }>(`
      select
        current_setting('server_version') as version,
        current_setting('server_version_num')::int as number,
        current_setting('server_encoding') as encoding`)
    for (const { version, number, encoding } of rows) {
      if (number < OLDEST_VERSION) throw refused(`PostgreSQL 15 or later is needed; this server runs ${version}.`)
      if (encoding !== 'UTF8') throw refused(`the database must store UTF8; this one stores ${encoding}.`)
    }
    await other.connect()
    if (await isShared(client, other)) throw refused(SHARED)
  } catch (error) {
    throw error instanceof ConfigError ? error : inPlainWords(fromConnecting(error))
  } finally {
    const goodbyes = Promise.allSettled([client.end(), other.end()])
    await Promise.race([goodbyes, pause(GOODBYE_MS, undefined, { ref: false })])
  }
}

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

function inPlainWords(error: DatabaseError | DatabaseUnavailable): ConfigError {
  if (isDatabaseError(error)) return refused(`the server refuses the connection: ${error.message}.`, error)
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (UNTRUSTED.test(code)) {
    return refused(`the server's certificate is not trusted (${code}); see docs/deploy.md.`, error)
  }
  const words = isDatabaseError(cause) || code === '' ? messageOf(cause) : code
  return refused(`the database server can't be reached (${words}).`, error)
}

// Node's codes for a certificate (tls, "X509 certificate error codes").
const UNTRUSTED =
  /^(CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_|ERR_TLS_CERT_ALTNAME_INVALID)/

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function refused(reason: string, cause?: unknown): ConfigError {
  return new ConfigError(`DATABASE_URL: ${reason}`, { cause })
}
