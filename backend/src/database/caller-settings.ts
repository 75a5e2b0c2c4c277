import { type RawBuilder, sql } from 'kysely'
import type { Caller, DatabaseConfig, Patience } from './database.ts'

/** What a sign-up or a message counts under when the host doesn't know where a request came from. */
const UNKNOWN_SOURCE = 'unknown'

/** The names of `originSettings`. */
export const ORIGIN_SETTINGS = ['request.headers', 'request.source'] as const

/**
 * Makes the rest of a transaction run as the caller: the role that row-level security and grants look at, the claims that
 * `auth.jwt()` reads, and what our triggers read, under the names that PostgREST gives them. All of it ends with the
 * transaction, so nothing leaks into the next user of the connection.
 */
export function asRole(
  caller: Caller,
  limits: DatabaseConfig['limits'],
  { lockTimeout }: Patience = {},
): RawBuilder<unknown> {
  const settings: Record<string, string> = {
    'request.jwt.claims': JSON.stringify({ ...caller.claims, role: caller.role }),
    ...originSettings(caller),
    'app.limit_signups_per_source': String(limits.signupsPerSource),
    'app.limit_messages_per_source': String(limits.messagesPerSource),
    ...(lockTimeout === undefined ? {} : { lock_timeout: lockTimeout }),
    // Last: from here on the caller's own rights count.
    role: caller.role,
  }
  const calls = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  return sql`select ${sql.join(calls)}`
}

/** What the database is told of where a request came from: settings by name, which may change from row to row. */
export function originSettings({ source, userAgent }: Caller): Record<(typeof ORIGIN_SETTINGS)[number], string> {
  return {
    'request.headers': JSON.stringify({ 'user-agent': userAgent ?? '' }),
    'request.source': source === '' ? UNKNOWN_SOURCE : source,
  }
}
