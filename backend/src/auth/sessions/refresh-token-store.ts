import { type Kysely, sql, type Transaction } from 'kysely'
import type { DatabaseTables } from '../../database/port/tables.ts'
import type { RefreshTokenState } from './refresh-token.ts'

/** A refresh token row with its session and user. */
export type RefreshTokenRow = RefreshTokenState & { id: number; session_id: string; user_id: string }

const columns = ['id', 'token_hash', 'parent_hash', 'revoked', 'revoked_at', 'session_id', 'user_id'] as const

/** Finds a refresh token by its hash, or returns null. */
export async function findRefreshToken(db: Kysely<DatabaseTables>, tokenHash: string): Promise<RefreshTokenRow | null> {
  const query = db.selectFrom('auth.refresh_tokens').select(columns).where('token_hash', '=', tokenHash)
  return (await query.executeTakeFirst()) ?? null
}

/** Finds the session's newest refresh token that is not revoked, or returns null. */
export async function findActiveRefreshToken(
  tx: Transaction<DatabaseTables>,
  sessionId: string,
): Promise<RefreshTokenRow | null> {
  const query = tx
    .selectFrom('auth.refresh_tokens')
    .select(columns)
    .where('session_id', '=', sessionId)
    .where('revoked', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
  return (await query.executeTakeFirst()) ?? null
}

/** Inserts a refresh token of a session. */
export async function insertRefreshToken(
  tx: Transaction<DatabaseTables>,
  token: { token_hash: string; parent_hash: string | null; session_id: string; user_id: string },
): Promise<void> {
  await tx.insertInto('auth.refresh_tokens').values(token).execute()
}

/** Revokes a refresh token. */
export async function revokeRefreshToken(tx: Transaction<DatabaseTables>, id: number): Promise<void> {
  await tx
    .updateTable('auth.refresh_tokens')
    .set({ revoked: true, revoked_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Revokes every refresh token of a session. */
export async function revokeSessionRefreshTokens(tx: Transaction<DatabaseTables>, sessionId: string): Promise<void> {
  await tx
    .updateTable('auth.refresh_tokens')
    .set({ revoked: true, revoked_at: sql`now()` })
    .where('session_id', '=', sessionId)
    .where('revoked', '=', false)
    .execute()
}
