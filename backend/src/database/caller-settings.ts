import { type RawBuilder, sql } from 'kysely'
import type { Caller, DatabaseConfig, Patience } from './database.ts'

/** What a sign-up or a message counts under when the host doesn't know where a request came from. */
const UNKNOWN_SOURCE = 'unknown'

/**
 * Makes the rest of a transaction run as the caller: the role that row-level security and grants look at, the claims that
 * `auth.jwt()` reads, and what our triggers read, under the names that PostgREST gives them. All of it ends with the
 * transaction, so nothing leaks into the next user of the connection.
 */
export function asRole(caller: Caller, limits: DatabaseConfig['limits'], patience: Patience = {}): RawBuilder<unknown> {
  const { source, user_agent } = originOf(caller)
  const settings = {
    'request.headers': JSON.stringify({ 'user-agent': user_agent }),
    'request.source': source,
    ...sharedSettings(caller, limits, patience),
  }
  const calls = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  return sql`select ${sql.join(calls)}`
}

/**
 * The same for callers whose rows are stored together: settings by name. Role and claims are the first one's, who shares them with
 * the others; where each of them came from is `request.origins`.
 */
export function settingsOfAll(
  callers: readonly [Caller, ...Caller[]],
  limits: DatabaseConfig['limits'],
  patience: Patience,
): Record<string, string> {
  const origins = JSON.stringify(callers.map(originOf))
  return { 'request.origins': origins, ...sharedSettings(callers[0], limits, patience) }
}

function sharedSettings(
  { claims, role }: Caller,
  limits: DatabaseConfig['limits'],
  { lockTimeout }: Patience,
): Record<string, string> {
  return {
    'request.jwt.claims': JSON.stringify({ ...claims, role }),
    'app.limit_signups_per_source': String(limits.signupsPerSource),
    'app.limit_messages_per_source': String(limits.messagesPerSource),
    ...(lockTimeout === undefined ? {} : { lock_timeout: lockTimeout }),
    // Last: from here on the caller's own rights count.
    role,
  }
}

function originOf({ source, userAgent }: Caller): { source: string; user_agent: string } {
  return { source: source === '' ? UNKNOWN_SOURCE : source, user_agent: userAgent ?? '' }
}
