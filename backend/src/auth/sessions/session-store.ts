import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { AuthTables } from '../../database/port/auth-tables.ts'
import type { DatabaseTables } from '../../database/port/tables.ts'
import { authErrors } from '../errors.ts'

/** A session row. */
export type SessionRow = Selectable<AuthTables['auth.sessions']>
/** An authentication method that was used in a session, and the time of its use (an entry of the `amr` claim). */
export type AmrRow = Selectable<AuthTables['auth.mfa_amr_claims']>

type Db = Kysely<DatabaseTables> | Transaction<DatabaseTables>

/** Inserts a session. */
export async function insertSession(
  tx: Transaction<DatabaseTables>,
  session: { user_id: string; user_agent: string | null; not_after: Date | null },
): Promise<SessionRow> {
  return await tx.insertInto('auth.sessions').values(session).returningAll().executeTakeFirstOrThrow()
}

/** Finds a session by its id, or returns null when it does not exist (any more). */
export async function findSession(db: Db, id: string): Promise<SessionRow | null> {
  return (await db.selectFrom('auth.sessions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Returns whether a session has passed its maximum lifetime. */
export function isSessionLifetimeOver(session: Pick<SessionRow, 'not_after'>, now: Date): boolean {
  return session.not_after !== null && session.not_after <= now
}

/** Returns whether a session was last refreshed more than `seconds` ago. Always false when `seconds` is 0, which means no limit. */
export function isSessionIdle(
  session: Pick<SessionRow, 'created_at' | 'refreshed_at'>,
  now: Date,
  seconds: number,
): boolean {
  const since = session.refreshed_at ?? session.created_at
  return seconds > 0 && now.getTime() - since.getTime() > seconds * 1000
}

/** Locks a session's row until the transaction ends, so that refreshes of one session run one after the other. */
export async function lockSession(tx: Transaction<DatabaseTables>, id: string): Promise<SessionRow | null> {
  const query = tx.selectFrom('auth.sessions').selectAll().where('id', '=', id).forUpdate()
  return (await query.executeTakeFirst()) ?? null
}

/** Sets the session's refresh time to now and updates its user agent. */
export async function recordSessionRefresh(
  tx: Transaction<DatabaseTables>,
  id: string,
  userAgent: string | null,
): Promise<void> {
  await tx
    .updateTable('auth.sessions')
    .set({ refreshed_at: sql<Date>`now()`, updated_at: sql<Date>`now()`, user_agent: userAgent })
    .where('id', '=', id)
    .execute()
}

/** Deletes sessions of a user; their refresh tokens are deleted by cascade. */
export async function deleteSessions(
  tx: Transaction<DatabaseTables>,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<void> {
  let query = tx.deleteFrom('auth.sessions').where('user_id', '=', userId)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.except !== undefined) query = query.where('id', '<>', which.except)
  await query.execute()
}

/** Adds an authentication method to a session, or updates the time of an existing one. */
export async function addAmrClaim(
  tx: Transaction<DatabaseTables>,
  claim: { session_id: string; authentication_method: string; provider?: string | null },
): Promise<void> {
  await tx
    .insertInto('auth.mfa_amr_claims')
    .values({ ...claim, provider: claim.provider ?? null })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'authentication_method']).doUpdateSet({ updated_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Returns the session's authentication methods, newest first. */
export async function findAmrClaims(db: Db, sessionId: string): Promise<AmrRow[]> {
  return await db
    .selectFrom('auth.mfa_amr_claims')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('updated_at', 'desc')
    .execute()
}

/** Raises a session to assurance level aal2. Throws 403 when a concurrent request has ended the session. */
export async function upgradeSessionToAal2(
  tx: Transaction<DatabaseTables>,
  id: string,
  factorId: string,
): Promise<SessionRow> {
  return await tx
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', factor_id: factorId, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => authErrors.sessionGone())
}

/** Deletes the user's sessions with assurance level aal1, except the given session. */
export async function deleteAal1Sessions(
  tx: Transaction<DatabaseTables>,
  userId: string,
  except: string,
): Promise<void> {
  await tx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', userId)
    .where('aal', '=', 'aal1')
    .where('id', '<>', except)
    .execute()
}

/**
 * Lowers the sessions in which the given second factor was verified to aal1, and removes the factor's authentication method from
 * their `amr` claims.
 */
export async function downgradeSessionsToAal1(
  tx: Transaction<DatabaseTables>,
  factorId: string,
  method: string,
): Promise<void> {
  const sessions = tx.selectFrom('auth.sessions').select('id').where('factor_id', '=', factorId)
  await tx
    .deleteFrom('auth.mfa_amr_claims')
    .where('session_id', 'in', sessions)
    .where('authentication_method', '=', method)
    .execute()
  await tx
    .updateTable('auth.sessions')
    .set({ aal: 'aal1', factor_id: null })
    .where('factor_id', '=', factorId)
    .execute()
}
