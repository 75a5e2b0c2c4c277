import { Client, type ClientBase, type ClientConfig, TypeOverrides } from 'pg'
import { partsOfAddress } from './postgres-address.ts'
import { PARSERS } from './wire-values.ts'

const CONNECT_MS = 2_000
const STATEMENT_MS = 4_000
// Longer than the server's own limit, so that it only strikes when the server or the network stands still.
const ANSWER_MS = 5_000
// The system's own is two hours: so long a migration would wait for a server that has gone.
const KEEP_ALIVE_MS = 10_000

/** How every connection is made: impatient, whatever the address says of that, with values as `wire-values.ts` has them. Throws as `partsOfAddress`. */
export function connectionOptions(databaseUrl: string): ClientConfig {
  return {
    ...partsOfAddress(databaseUrl),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    // Not from the start: `limitWaiting`.
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: overriddenTypes(),
  }
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

/** Asks whether the server takes no changes: a copy of another one, or out of room. One row, whose `on` says so. */
export const ASKS_WHETHER_ONLY_READS = `select current_setting('transaction_read_only')::boolean as "on"`

/** Whether the server takes no changes. */
export async function onlyReads(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ on: boolean }>(ASKS_WHETHER_ONLY_READS)
  return rows[0]?.on === true
}

/** A connection of its own. When it breaks, whoever asks it something is told, and nobody else. */
export function ownClient(options: ClientConfig): Client {
  return new Client(options).on('error', () => {})
}
