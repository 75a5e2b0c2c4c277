import { setTimeout as pause } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { ConfigError } from '../config.ts'
import { fromConnecting } from './errors.ts'
import { onlyReads, ownClient } from './postgres-connection.ts'
import { startRefusal } from './start-refusal.ts'

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
    throw startRefusal(error instanceof ConfigError ? error : fromConnecting(error), 'DATABASE_URL')
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

function refused(reason: string): ConfigError {
  return new ConfigError(`DATABASE_URL: ${reason}`)
}
