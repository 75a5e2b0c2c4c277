import { setTimeout as pause } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { ConfigError } from '../../config.ts'
import { convertConnectError } from '../port/errors.ts'
import { convertStartupError } from '../startup-error.ts'
import { createPostgresClient, isPostgresReadOnly } from './postgres-connection.ts'

const OLDEST_VERSION = 150_000
const CLOSE_TIMEOUT_MS = 1_000

/**
 * Checks a PostgreSQL server before this program uses it. Rejects with a ConfigError when the server can't be reached, rejects the login,
 * is older than PostgreSQL 15, does not store UTF-8, is read-only, or is behind a pooler in transaction mode.
 */
export async function checkPostgresServer(options: ClientConfig): Promise<void> {
  const clients: Client[] = []
  const addClient = () => {
    const client = createPostgresClient(options)
    clients.push(client)
    return client
  }
  try {
    // Opens two connections at once: the server needs at least two, and they reveal a pooler that shares database connections between
    // clients.
    const [client, other] = [addClient(), addClient()]
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
    if (await isPostgresReadOnly(client)) throw refused('the server is read-only: a standby, or its disk is full.')
    await other.connect()
    if (await isPooledPerTransaction(client, other)) throw refused(POOLED_PER_TRANSACTION)
  } catch (error) {
    throw convertStartupError(error instanceof ConfigError ? error : convertConnectError(error), 'DATABASE_URL')
  } finally {
    const closing = Promise.allSettled(clients.map((client) => client.end()))
    await Promise.race([closing, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  }
}

type Server = { version: string; number: number; encoding: string }

const POOLED_PER_TRANSACTION =
  'the address leads to a pooler in transaction mode, but live updates need a session of their own; ' +
  "use the database's own address, or the pooler's session mode."

/**
 * Returns whether a pooler maps two client connections to changing server processes, so that session state is lost between transactions.
 * Queries the connections in both orders, so that a round-robin assignment is detected as well.
 */
async function isPooledPerTransaction(client: Client, other: Client): Promise<boolean> {
  const processes: unknown[] = []
  for (const asked of [client, other, other, client]) {
    const { rows } = await asked.query<{ process: number }>('select pg_backend_pid() as process')
    processes.push(rows[0]?.process)
  }
  const [first, second, third, fourth] = processes
  return first === second || first !== fourth || second !== third
}

function refused(reason: string): ConfigError {
  return new ConfigError(`DATABASE_URL: ${reason}`)
}
