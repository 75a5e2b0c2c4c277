import { Client, type ClientBase, type ClientConfig, TypeOverrides } from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'
import { ConfigError } from '../config.ts'
import { PARSERS } from './wire-values.ts'

const CONNECT_MS = 2_000
const STATEMENT_MS = 4_000
// Longer than the server's own limit, so that it only strikes when the server or the network stands still.
const ANSWER_MS = 5_000

/**
 * How every connection is made: impatient, whatever the address says of that, with values as `wire-values.ts` has them. Reads the
 * files that the address names, once; throws a sentence that names the variable when it can't.
 */
export function connectionOptions(databaseUrl: string): ClientConfig {
  return {
    ...parsed(databaseUrl),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    // Not from the start: `limitWaiting`.
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    keepAlive: true,
    types: overriddenTypes(),
  }
}

function parsed(databaseUrl: string): ClientConfig {
  try {
    return parseIntoClientConfig(verifying(databaseUrl))
  } catch (cause) {
    if (!(cause instanceof Error && 'path' in cause && 'code' in cause)) throw cause
    throw new ConfigError(`DATABASE_URL: ${String(cause.path)} can't be read (${String(cause.code)}).`, { cause })
  }
}

/** Says outright what pg makes of `require` and its like; they will mean less one day, of which it warns at every start. */
function verifying(databaseUrl: string): string {
  if (databaseUrl.includes('uselibpqcompat=')) return databaseUrl
  return databaseUrl.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|#|$)/g, '$1verify-full')
}

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

/** A connection of its own. When it breaks, whoever asks it something is told, and nobody else. */
export function ownClient(options: ClientConfig): Client {
  return new Client(options).on('error', () => {})
}
