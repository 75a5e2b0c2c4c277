import { sql } from 'kysely'
import type { Db, Tx } from '../../database/port/tables.ts'
import type { RefreshTokenState } from './refresh-token.ts'

/** A refresh token row with its session and user. */
export type RefreshTokenRow = RefreshTokenState & { id: number; session_id: string; user_id: string }

const columns = ['id', 'token_hash', 'parent_hash', 'revoked', 'revoked_at', 'session_id', 'user_id'] as const

/** Finds a refresh token by its hash, or returns null. */
export async function findRefreshToken(db: Db, tokenHash: string): Promise<RefreshTokenRow | null> {
  const query = db.selectFrom('auth.refresh_tokens').select(columns).where('token_hash', '=', tokenHash)
  return (await query.executeTakeFirst()) ?? null
}

/** Finds the session's newest refresh token that is not revoked, or returns null. */
export async function findActiveRefreshToken(tx: Tx, sessionId: string): Promise<RefreshTokenRow | null> {
  const query = tx
    .selectFrom('auth.refresh_tokens')
    .select(columns)
    .where('session_id', '=', sessionId)
    .where('revoked', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
  return (await query.executeTakeFirst()) ?? null
}

/**
 * The maximum number of revoked refresh tokens of a session, which reuse detection recognises. A client that refreshes every hour, as
 * supabase-js does, reaches it after 41 days, when the first ones are deleted anyway (auth-cleanup.ts).
 */
const REVOKED_MAX = 1_000
/** The number of surplus tokens that one insert deletes: more than it adds, so that a surplus shrinks. */
const SURPLUS_MAX = 10

/** Inserts a refresh token of a session. Deletes the session's oldest revoked tokens beyond `REVOKED_MAX`. */
export async function insertRefreshToken(
  tx: Tx,
  token: { token_hash: string; parent_hash: string | null; session_id: string; user_id: string },
): Promise<void> {
  const { token_hash, parent_hash, session_id, user_id } = token
  await sql`
    with added as (
      insert into auth.refresh_tokens (token_hash, parent_hash, session_id, user_id)
      values (${token_hash}, ${parent_hash}, ${session_id}, ${user_id}))
    delete from auth.refresh_tokens where id = any (array(
      select id from auth.refresh_tokens where session_id = ${session_id} and revoked
      order by id desc offset ${REVOKED_MAX} limit ${SURPLUS_MAX}))`.execute(tx)
}

/** Revokes a refresh token. */
export async function revokeRefreshToken(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('auth.refresh_tokens')
    .set({ revoked: true, revoked_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Revokes every refresh token of a session. */
export async function revokeSessionRefreshTokens(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('auth.refresh_tokens')
    .set({ revoked: true, revoked_at: sql`now()` })
    .where('session_id', '=', sessionId)
    .where('revoked', '=', false)
    .execute()
}
