import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AuthTables } from '../../database/port/auth-tables.ts'
import type { Db, Tx } from '../../database/port/tables.ts'
import { authErrors } from '../errors.ts'
import { type FactorRow, lockUser } from '../users/user-store.ts'

/** A challenge row of a second factor (MFA). */
export type FactorChallengeRow = Selectable<AuthTables['auth.mfa_challenges']>

/** Finds a second factor by its id. Returns null when it does not exist or belongs to another user. */
export async function findFactor(db: Db, userId: string, id: string): Promise<FactorRow | null> {
  const query = db.selectFrom('auth.mfa_factors').selectAll().where('id', '=', id).where('user_id', '=', userId)
  return (await query.executeTakeFirst()) ?? null
}

/**
 * Finds a second factor like `findFactor`, and locks the user's row, then the factor's row, until the transaction ends. The fixed order
 * prevents deadlocks.
 */
export async function lockFactor(tx: Tx, userId: string, id: string): Promise<FactorRow | null> {
  await lockUser(tx, userId)
  const query = tx.selectFrom('auth.mfa_factors').selectAll().where('id', '=', id).where('user_id', '=', userId)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

/** Inserts an unverified second factor. */
export async function insertFactor(
  tx: Tx,
  factor: Omit<Insertable<AuthTables['auth.mfa_factors']>, 'id' | 'status' | 'created_at' | 'updated_at'>,
): Promise<FactorRow> {
  return await tx.insertInto('auth.mfa_factors').values(factor).returningAll().executeTakeFirstOrThrow()
}

/** Updates a second factor. Throws 404 when a concurrent request has deleted it. */
export async function updateFactor(
  tx: Tx,
  id: string,
  changes: Updateable<AuthTables['auth.mfa_factors']>,
): Promise<FactorRow> {
  return await tx
    .updateTable('auth.mfa_factors')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(() => authErrors.factorNotFound())
}

/** Deletes a second factor and its challenges. */
export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.mfa_factors').where('id', '=', id).execute()
}

/** Deletes abandoned enrolments: unverified factors older than five minutes without a challenge. */
export async function deleteStaleFactors(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('created_at', '<', sql<Date>`now() - interval '5 minutes'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('auth.mfa_challenges as c').select('c.id').whereRef('c.factor_id', '=', 'auth.mfa_factors.id'),
        ),
      ),
    )
    .execute()
}

/** Deletes the user's unverified second factors of the same type. Called after a factor of that type was verified. */
export async function deleteOtherUnverifiedFactors(tx: Tx, factor: FactorRow): Promise<void> {
  await tx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', factor.user_id)
    .where('factor_type', '=', factor.factor_type)
    .where('status', '=', 'unverified')
    .where('id', '<>', factor.id)
    .execute()
}

/** Inserts a challenge for a second factor. */
export async function insertFactorChallenge(
  tx: Tx,
  challenge: { factor_id: string; otp_code_hash: string | null; web_authn_session_data: string | null },
): Promise<FactorChallengeRow> {
  return await tx.insertInto('auth.mfa_challenges').values(challenge).returningAll().executeTakeFirstOrThrow()
}

/** Finds a challenge of a second factor and locks its row until the transaction ends, or returns null. */
export async function lockFactorChallenge(tx: Tx, factorId: string, id: string): Promise<FactorChallengeRow | null> {
  const query = tx.selectFrom('auth.mfa_challenges').selectAll().where('id', '=', id).where('factor_id', '=', factorId)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

/** Marks the challenge of a second factor as used, so that it cannot be used again. */
export async function markFactorChallengeVerified(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('auth.mfa_challenges').set({ verified_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Deletes a challenge of a second factor; called when it has expired. */
export async function deleteFactorChallenge(db: Db, id: string): Promise<void> {
  await db.deleteFrom('auth.mfa_challenges').where('id', '=', id).execute()
}
