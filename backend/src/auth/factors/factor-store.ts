import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { AuthTables } from '../../database/auth-tables.ts'
import type { Tables } from '../../database/tables.ts'
import { authErrors } from '../errors.ts'
import { type FactorRow, lockUser } from '../users/user-store.ts'

/** A question put to a factor, waiting for its answer. */
export type ChallengeRow = Selectable<AuthTables['auth.mfa_challenges']>

type Tx = Transaction<Tables>
type Db = Kysely<Tables> | Tx

/** A user's own factor, or null; somebody else's counts as none. */
export async function findFactor(db: Db, userId: string, id: string): Promise<FactorRow | null> {
  const query = db.selectFrom('auth.mfa_factors').selectAll().where('id', '=', id).where('user_id', '=', userId)
  return (await query.executeTakeFirst()) ?? null
}

/** The same, held until the transaction ends, and the user's row before it. */
export async function lockFactor(tx: Tx, userId: string, id: string): Promise<FactorRow | null> {
  await lockUser(tx, userId)
  const query = tx.selectFrom('auth.mfa_factors').selectAll().where('id', '=', id).where('user_id', '=', userId)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

/** Adds a factor that has not been shown to work yet. */
export async function insertFactor(
  tx: Tx,
  factor: Omit<Insertable<AuthTables['auth.mfa_factors']>, 'id' | 'status' | 'created_at' | 'updated_at'>,
): Promise<FactorRow> {
  return await tx.insertInto('auth.mfa_factors').values(factor).returningAll().executeTakeFirstOrThrow()
}

/** Changes a factor. Refuses with 404 when it was removed meanwhile. */
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

/** Removes a factor with its challenges. */
export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.mfa_factors').where('id', '=', id).execute()
}

/** Forgets enrolments that were never finished: five minutes old, never challenged. */
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

/** Forgets the other unfinished enrolments of a kind, once one of them works. */
export async function deleteOtherUnverified(tx: Tx, factor: FactorRow): Promise<void> {
  await tx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', factor.user_id)
    .where('factor_type', '=', factor.factor_type)
    .where('status', '=', 'unverified')
    .where('id', '<>', factor.id)
    .execute()
}

/** Puts a question to a factor. */
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

/** A factor's question, held until the transaction ends, or null. */
export async function lockChallenge(tx: Tx, factorId: string, id: string): Promise<ChallengeRow | null> {
  const query = tx.selectFrom('auth.mfa_challenges').selectAll().where('id', '=', id).where('factor_id', '=', factorId)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

/** Notes that a question was answered: it can't be answered again. */
export async function markChallengeVerified(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('auth.mfa_challenges').set({ verified_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Removes a question that came too late. */
export async function deleteChallenge(db: Db, id: string): Promise<void> {
  await db.deleteFrom('auth.mfa_challenges').where('id', '=', id).execute()
}
