import { Client, type ClientBase, type ClientConfig, TypeOverrides } from 'pg'
import { ConfigError } from '../config.ts'
import { type DatabaseError, type DatabaseUnavailable, fromConnecting, isDatabaseError } from './errors.ts'
import { PARSERS } from './wire-values.ts'

const CONNECT_MS = 2_000
const STATEMENT_MS = 4_000
// Longer than the server's own limit, so that it only strikes when the server or the network stands still.
const ANSWER_MS = 5_000
const OLDEST_VERSION = 150_000

/** How every connection is made: impatient on this side, with values as `wire-values.ts` has them. */
export function connectionOptions(databaseUrl: string): ClientConfig {
  return {
    connectionString: verifying(databaseUrl),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    types: overriddenTypes(),
  }
}

/** Says outright what pg makes of `require` and its like; they will mean less one day, of which it warns at every start. */
function verifying(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  const mode = url.searchParams.get('sslmode') ?? ''
  if (!PG_VERIFIES.includes(mode) || url.searchParams.has('uselibpqcompat')) return databaseUrl
  url.searchParams.set('sslmode', 'verify-full')
  return url.href
}

const PG_VERIFIES = ['prefer', 'require', 'verify-ca']

function overriddenTypes(): TypeOverrides {
  const overrides = new TypeOverrides()
  for (const [type, parse] of Object.entries(PARSERS)) overrides.setTypeParser(Number(type), parse)
  return overrides
}

/**
 * Makes the server impatient too, before whatever is asked next. A statement, because poolers refuse connections that begin with
 * settings they do not know.
 */
export function limitWaiting(client: ClientBase): void {
  const settings = `set statement_timeout = ${STATEMENT_MS}; set idle_in_transaction_session_timeout = ${ANSWER_MS}`
  // A broken connection says so to whoever asked for it.
  client.query(settings).catch(() => {})
}

/** A connection for work that may take its time, like migrations. */
export function patientClient(options: ClientConfig): Client {
  return new Client({ ...options, query_timeout: 0 })
}

/**
 * Connects and looks. Rejects with a sentence that names the variable when the server can't be reached, refuses the
 * login, is older than PostgreSQL 15, stores anything but UTF-8, or stands behind a pooler that shares its connections.
 */
export async function checkServer(options: ClientConfig): Promise<void> {
  const clients: Client[] = []
  const connect = async () => {
    const client = new Client(options)
    clients.push(client)
    await client.connect()
    return client
  }
  try {
    const client = await connect()
    const { rows } = await client.query<{ version: string; number: number; encoding: string }>(`
      select
        current_setting('server_version') as version,
        current_setting('server_version_num')::int as number,
        current_setting('server_encoding') as encoding`)
    for (const { version, number, encoding } of rows) {
      if (number < OLDEST_VERSION) throw refused(`PostgreSQL 15 or later is needed; this server runs ${version}.`)
      if (encoding !== 'UTF8') throw refused(`the database must store UTF8; this one stores ${encoding}.`)
    }
    if (await isShared(client, await connect())) throw refused(SHARED)
  } catch (error) {
    throw error instanceof ConfigError ? error : inPlainWords(fromConnecting(error))
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()))
  }
}

const SHARED =
  'a pooler shares its connections there after each transaction, and live figures need one of their own; ' +
  "give the database's own address, or the pooler's for sessions."

/** Whether two connections are served in turns by whatever is free, so that nothing lasts from one transaction to the next. */
async function isShared(client: Client, other: Client): Promise<boolean> {
  const processes: unknown[] = []
  for (const asked of [client, other, client, other]) {
    const { rows } = await asked.query<{ process: number }>('select pg_backend_pid() as process')
    processes.push(rows[0]?.process)
  }
  const [first, second, third, fourth] = processes
  return first === second || first !== third || second !== fourth
}

function inPlainWords(error: DatabaseError | DatabaseUnavailable): ConfigError {
  if (isDatabaseError(error)) return refused(`the server refuses the connection: ${error.message}.`, error)
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (UNTRUSTED.test(code))
    return refused(`the server's certificate is not trusted (${code}); see docs/deploy.md.`, error)
  if (cause instanceof Error && 'path' in cause) return refused(`${String(cause.path)} can't be read (${code}).`, error)
  const words = isDatabaseError(cause) || code === '' ? messageOf(cause) : code
  return refused(`the database server can't be reached (${words}).`, error)
}

// Of Node's codes for certificates (node:tls, "X509 certificate error codes") those that a server's own can bring about.
const UNTRUSTED =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|ERR_TLS_CERT_ALTNAME_INVALID)/

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function refused(reason: string, cause?: unknown): ConfigError {
  return new ConfigError(`DATABASE_URL: ${reason}`, { cause })
}
