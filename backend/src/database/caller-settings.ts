import { type RawBuilder, sql } from 'kysely'
import type { Caller, DatabaseConfig, TimeoutOptions } from './database.ts'

/** Rate limits count sign-ups and messages under this source when the network source of a request is unknown. */
const UNKNOWN_SOURCE = 'unknown'

/**
 * Returns SQL that makes the rest of a transaction run as the caller. Sets the role for row-level security and grants, the claims for
 * `auth.jwt()`, and the request settings that our triggers read, under PostgREST's names. All settings are local to the transaction, so
 * the next user of the pooled connection gets none of them.
 */
export function asRole(
  caller: Caller,
  limits: DatabaseConfig['limits'],
  timeouts: TimeoutOptions = {},
): RawBuilder<unknown> {
  const { source, user_agent } = originOf(caller)
  const settings = {
    'request.headers': JSON.stringify({ 'user-agent': user_agent }),
    'request.source': source,
    ...sharedSettings(caller, limits, timeouts),
  }
  const calls = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  return sql`select ${sql.join(calls)}`
}

/**
 * Returns the same settings for a batch, by name. Role and claims are those of the first caller, which all callers share;
 * `request.origins` lists each caller's network source and user agent.
 */
export function batchSettings(
  callers: readonly [Caller, ...Caller[]],
  limits: DatabaseConfig['limits'],
  timeouts: TimeoutOptions,
): Record<string, string> {
  const origins = JSON.stringify(callers.map(originOf))
  return { 'request.origins': origins, ...sharedSettings(callers[0], limits, timeouts) }
}

function sharedSettings(
  { claims, role }: Caller,
  limits: DatabaseConfig['limits'],
  { lockTimeout }: TimeoutOptions,
): Record<string, string> {
  return {
    'request.jwt.claims': JSON.stringify({ ...claims, role }),
    'app.limit_signups_per_source': String(limits.signupsPerSource),
    'app.limit_messages_per_source': String(limits.messagesPerSource),
    ...(lockTimeout === undefined ? {} : { lock_timeout: lockTimeout }),
    // Must be last: from here on the caller's own privileges apply.
    role,
  }
}

function originOf({ source, userAgent }: Caller): { source: string; user_agent: string } {
  return { source: source === '' ? UNKNOWN_SOURCE : source, user_agent: userAgent ?? '' }
}
