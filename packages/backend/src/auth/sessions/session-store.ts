import { type Selectable, sql } from 'kysely'
import type { AuthTables } from '../../database/port/auth-tables.ts'
import type { Db, Tx } from '../../database/port/tables.ts'
import { DELETED_AT_ONCE, deleteInBatches } from '../delete-in-batches.ts'
import { authErrors } from '../errors.ts'

/** A session row. */
export type SessionRow = Selectable<AuthTables['auth.sessions']>
/** An authentication method that was used in a session, and the time of its use (an entry of the `amr` claim). */
export type AmrRow = Selectable<AuthTables['auth.mfa_amr_claims']>

/** Inserts a session. */
export async function insertSession(
  tx: Tx,
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
export async function lockSession(tx: Tx, id: string): Promise<SessionRow | null> {
  const query = tx.selectFrom('auth.sessions').selectAll().where('id', '=', id).forUpdate()
  return (await query.executeTakeFirst()) ?? null
}

/** Sets the session's refresh time to now and updates its user agent. */
export async function recordSessionRefresh(tx: Tx, id: string, userAgent: string | null): Promise<void> {
  await tx
    .updateTable('auth.sessions')
    .set({ refreshed_at: sql<Date>`now()`, updated_at: sql<Date>`now()`, user_agent: userAgent })
    .where('id', '=', id)
    .execute()
}

/**
 * The maximum number of sessions of a user. A person does not have as many devices; without a maximum, one who knows a password could open so
 * many that no statement can end them.
 */
const SESSIONS_MAX = 100

/** Ends the user's oldest sessions beyond `SESSIONS_MAX`, in favour of the session that was just opened. */
export async function endOldestSessions(tx: Tx, opened: SessionRow): Promise<void> {
  await sql`
    delete from auth.sessions where id = any (array(
      select id from auth.sessions where user_id = ${opened.user_id} and id <> ${opened.id}
      order by created_at desc offset ${SESSIONS_MAX - 1} limit ${DELETED_AT_ONCE}))`.execute(tx)
}

/**
 * Deletes sessions of a user outside of a transaction, as many as one statement could not delete with their refresh tokens. Called before
 * the transaction that ends all of them. `onlyAal1`: only those without a second factor.
 */
export async function thinOutSessions(
  db: Db,
  userId: string,
  { except = null, onlyAal1 = false }: { except?: string | null; onlyAal1?: boolean } = {},
): Promise<void> {
  const ending = sql`user_id = ${userId} and id is distinct from ${except}::uuid and (aal = 'aal1' or not ${onlyAal1}::boolean)`
  // The look-up of a session is skipped where every session ends: with hundreds of thousands of rows it would take most of the time.
  const tokens = sql`user_id = ${userId} and session_id is distinct from ${except}::uuid and (not ${onlyAal1}::boolean
    or exists (select from auth.sessions s where s.id = session_id and s.aal = 'aal1'))`
  await deleteInBatches(db, 'auth.refresh_tokens', tokens, { keep: DELETED_AT_ONCE })
  await deleteInBatches(db, 'auth.sessions', ending, { keep: DELETED_AT_ONCE })
}

/** Deletes sessions of a user; their refresh tokens are deleted by cascade. */
export async function deleteSessions(
  tx: Tx,
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
  tx: Tx,
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
export async function upgradeSessionToAal2(tx: Tx, id: string, factorId: string): Promise<SessionRow> {
  return await tx
    .updateTable('auth.sessions')
    .set({ aal: 'aal2', factor_id: factorId, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => authErrors.sessionGone())
}

/** Deletes the user's sessions with assurance level aal1, except the given session. */
export async function deleteAal1Sessions(tx: Tx, userId: string, except: string): Promise<void> {
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
export async function downgradeSessionsToAal1(tx: Tx, factorId: string, method: string): Promise<void> {
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
