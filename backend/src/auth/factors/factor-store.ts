import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { AuthTables } from '../../database/auth-tables.ts'
import type { Tables } from '../../database/tables.ts'
import { authErrors } from '../errors.ts'
import { type FactorRow, lockUser } from '../users/user-store.ts'

/** A challenge to a factor. */
export type ChallengeRow = Selectable<AuthTables['auth.mfa_challenges']>

type Tx = Transaction<Tables>
type Db = Kysely<Tables> | Tx

/** Finds a factor of this user; null when there is none or it is another user's. */
export async function findFactor(db: Db, userId: string, id: string): Promise<FactorRow | null> {
  const query = db.selectFrom('auth.mfa_factors').selectAll().where('id', '=', id).where('user_id', '=', userId)
  return (await query.executeTakeFirst()) ?? null
}

/** Like `findFactor`, but locks first the user's row, then the factor, until the transaction ends. */
export async function lockFactor(tx: Tx, userId: string, id: string): Promise<FactorRow | null> {
  await lockUser(tx, userId)
  const query = tx.selectFrom('auth.mfa_factors').selectAll().where('id', '=', id).where('user_id', '=', userId)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

/** Inserts an unverified factor. */
export async function insertFactor(
  tx: Tx,
  factor: Omit<Insertable<AuthTables['auth.mfa_factors']>, 'id' | 'status' | 'created_at' | 'updated_at'>,
): Promise<FactorRow> {
  return await tx.insertInto('auth.mfa_factors').values(factor).returningAll().executeTakeFirstOrThrow()
}

/** Updates a factor. Throws 404 when it was deleted meanwhile. */
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

/** Deletes a factor and its challenges. */
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

/** Deletes the user's other unverified factors of the same type, once one is verified. */
export async function deleteOtherUnverified(tx: Tx, factor: FactorRow): Promise<void> {
  await tx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', factor.user_id)
    .where('factor_type', '=', factor.factor_type)
    .where('status', '=', 'unverified')
    .where('id', '<>', factor.id)
    .execute()
}

/** Inserts a challenge to a factor. */
export async function insertChallenge(
  tx: Tx,
  challenge: { factor_id: string; otp_code_hash?: string | null; web_authn_session_data?: string | null },
): Promise<ChallengeRow> {
  const values = {
    factor_id: challenge.factor_id,
    otp_code_hash: challenge.otp_code_hash ?? null,
    web_authn_session_data: challenge.web_authn_session_data ?? null,
  }
  return await tx.insertInto('auth.mfa_challenges').values(values).returningAll().executeTakeFirstOrThrow()
}

/** Finds a challenge of a factor and locks it until the transaction ends, or returns null. */
export async function lockChallenge(tx: Tx, factorId: string, id: string): Promise<ChallengeRow | null> {
  const query = tx.selectFrom('auth.mfa_challenges').selectAll().where('id', '=', id).where('factor_id', '=', factorId)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

/** Marks a challenge as used; it cannot be used again. */
export async function markChallengeVerified(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('auth.mfa_challenges').set({ verified_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Deletes an expired challenge. */
export async function deleteChallenge(db: Db, id: string): Promise<void> {
  await db.deleteFrom('auth.mfa_challenges').where('id', '=', id).execute()
}
