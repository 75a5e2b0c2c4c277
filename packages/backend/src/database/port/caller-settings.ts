import { type RawBuilder, sql } from 'kysely'
import type { Caller, PostgresSettingValues, TransactionTimeouts } from './database.ts'

/** The value that stands for the client's IP network when it is unknown, so that rate limits count all such clients together. */
const UNKNOWN_SOURCE = 'unknown'

/**
 * Returns SQL that makes the remaining statements of a transaction run with the caller's privileges. It sets the role for row-level
 * security and grants, the claims for `auth.jwt()`, the request settings under PostgREST's names, and the configured `settings`. All settings
 * are local to the transaction, so the next user of the pooled connection gets none of them.
 */
export function createCallerRoleSql(
  caller: Caller,
  settings: PostgresSettingValues,
  timeouts: TransactionTimeouts = {},
): RawBuilder<unknown> {
  const { source, user_agent } = originOf(caller)
  const all = {
    'request.headers': JSON.stringify({ 'user-agent': user_agent, ...caller.traceHeaders }),
    'request.source': source,
    ...sharedSettings(caller, settings, timeouts),
  }
  const calls = Object.entries(all).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  return sql`select ${sql.join(calls)}`
}

/**
 * Returns the settings of a transaction that stores a batch of several callers' rows, by name (see `createCallerRoleSql`). All callers
 * share the role and claims of the first one. `request.origins` lists each caller's IP network and user agent.
 */
export function createBatchCallerSettings(
  callers: readonly [Caller, ...Caller[]],
  settings: PostgresSettingValues,
  timeouts: TransactionTimeouts,
): Record<string, string> {
  const origins = JSON.stringify(callers.map(originOf))
  return { 'request.origins': origins, ...sharedSettings(callers[0], settings, timeouts) }
}

function sharedSettings(
  { claims, role }: Caller,
  settings: PostgresSettingValues,
  { lockTimeout }: TransactionTimeouts,
): Record<string, string> {
  return {
    'request.jwt.claims': JSON.stringify({ ...claims, role }),
    ...settings,
    ...(lockTimeout === undefined ? {} : { lock_timeout: lockTimeout }),
    // The role must be set last: afterwards only the caller's own privileges apply.
    role,
  }
}

function originOf({ source, userAgent }: Caller): { source: string; user_agent: string } {
  return { source: source === '' ? UNKNOWN_SOURCE : source, user_agent: userAgent ?? '' }
}
