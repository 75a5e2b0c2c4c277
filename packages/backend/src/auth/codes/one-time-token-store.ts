import { type Selectable, sql } from 'kysely'
import type { AuthTables } from '../../database/port/auth-tables.ts'
import type { Db, Tx } from '../../database/port/tables.ts'

/** The purpose of a one-time token. `recovery` is also used for magic links. */
export type OneTimeTokenKind =
  | 'confirmation'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'phone_change'
  | 'reauthentication'

/** A row of `auth.one_time_tokens`. It contains only hashes of the token and the code. */
export type OneTimeTokenRow = Selectable<AuthTables['auth.one_time_tokens']>

/** Stores a one-time token. Replaces an earlier token of the same user and kind. */
export async function upsertOneTimeToken(
  tx: Tx,
  token: {
    user_id: string
    token_type: OneTimeTokenKind
    token_hash: string | null
    code_hash: string
    relates_to: string
    flow_state_id: string | null
  },
): Promise<void> {
  const { user_id: _, token_type: __, ...replaced } = token
  await tx
    .insertInto('auth.one_time_tokens')
    .values(token)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'token_type'])
        .doUpdateSet({ ...replaced, failures: 0, created_at: sql<Date>`now()` }),
    )
    .execute()
}

/**
 * Finds the one-time token of a link, if it is of one of the given kinds. Locks the user's row, then the token's row, until the
 * transaction ends; the fixed order prevents deadlocks.
 */
export async function lockOneTimeTokenByHash(
  tx: Tx,
  tokenHash: string,
  kinds: readonly OneTimeTokenKind[],
): Promise<OneTimeTokenRow | null> {
  await lockOwners(tx, 'token_hash', tokenHash)
  const query = tx
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('token_type', 'in', kinds)
    .forUpdate()
  return (await query.executeTakeFirst()) ?? null
}

/**
 * Finds the one-time tokens that were sent to an e-mail address or phone number. Locks the users' rows, then the tokens' rows, until the
 * transaction ends; the fixed order prevents deadlocks.
 */
export async function lockOneTimeTokensByAddress(
  tx: Tx,
  relatesTo: string,
  kinds: readonly OneTimeTokenKind[],
): Promise<OneTimeTokenRow[]> {
  await lockOwners(tx, 'relates_to', relatesTo)
  return await tx
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('relates_to', '=', relatesTo)
    .where('token_type', 'in', kinds)
    .forUpdate()
    .execute()
}

async function lockOwners(tx: Tx, column: 'token_hash' | 'relates_to', value: string): Promise<void> {
  const owners = tx.selectFrom('auth.one_time_tokens').select('user_id').where(column, '=', value)
  await tx.selectFrom('auth.users').select('id').where('id', 'in', owners).orderBy('id').forNoKeyUpdate().execute()
}

/** Returns the id of the PKCE flow that the token of a link belongs to, or null when the link was requested without PKCE. */
export async function findFlowIdByToken(db: Db, tokenHash: string): Promise<string | null> {
  const query = db.selectFrom('auth.one_time_tokens').select('flow_state_id').where('token_hash', '=', tokenHash)
  return (await query.executeTakeFirst())?.flow_state_id ?? null
}

/** Increments the failure count of one-time tokens after a wrong code was entered. */
export async function incrementTokenFailures(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('auth.one_time_tokens')
    .set({ failures: sql<number>`failures + 1` })
    .where('id', 'in', ids)
    .execute()
}

/** Deletes a one-time token, so that it cannot be used again. */
export async function deleteOneTimeToken(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.one_time_tokens').where('id', '=', id).execute()
}

/** Deletes all one-time tokens of a user. Called after one was used, so that no other mailed code or link can still open a session. */
export async function deleteUserOneTimeTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
}
