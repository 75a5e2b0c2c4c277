import type { FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { DatabaseTables } from '../../database/port/tables.ts'
import type { AuthDependencies } from '../auth.ts'
import type { PendingSignUpData } from './pending-sign-up.ts'

type Db = Kysely<DatabaseTables> | Transaction<DatabaseTables>

/** Returns a keyed hash of the client's IP address or IPv6 /64 network. A claim stores it to recognise the client that signed up. */
export function hashClientNetwork(auth: AuthDependencies, request: FastifyRequest): string {
  return auth.secrets.countingKey(`claim from ${auth.sourceOf(request)}`)
}

/** Returns the claim on an unconfirmed account, or null. Null for an account that an operator created. */
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

/** Stores the claim on an unconfirmed account. Replaces an earlier claim. */
export async function upsertPendingSignUp(
  tx: Transaction<DatabaseTables>,
  userId: string,
  claim: PendingSignUpData,
): Promise<void> {
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

/** Deletes the claim on an account. */
export async function deletePendingSignUp(tx: Transaction<DatabaseTables>, userId: string): Promise<void> {
  await tx.deleteFrom('auth.address_claims').where('user_id', '=', userId).execute()
}
