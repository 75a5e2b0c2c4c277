import type { Db, Tx } from '../../database/port/tables.ts'
import type { PendingSignUpData } from './pending-sign-up.ts'

/**
 * Returns the claim on an account (the data of its unconfirmed sign-up). Returns null when there is none, for example because an operator
 * created the account.
 */
export async function findPendingSignUp(db: Db, userId: string): Promise<PendingSignUpData | null> {
  const row = await db.selectFrom('auth.address_claims').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (row === undefined) return null
  return {
    passwordHash: row.password_hash,
    identityId: row.identity_id,
    sourceKey: row.source_key,
    contested: row.contested,
    voided: row.voided,
  }
}

/** Stores the claim on an unconfirmed account: the sign-up data that takes effect on confirmation. Replaces an earlier claim. */
export async function upsertPendingSignUp(tx: Tx, userId: string, claim: PendingSignUpData): Promise<void> {
  const columns = {
    password_hash: claim.passwordHash,
    identity_id: claim.identityId,
    source_key: claim.sourceKey,
    contested: claim.contested,
    voided: claim.voided,
  }
  await tx
    .insertInto('auth.address_claims')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

/** Deletes the claim on an account (the data of its unconfirmed sign-up). */
export async function deletePendingSignUp(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.address_claims').where('user_id', '=', userId).execute()
}
