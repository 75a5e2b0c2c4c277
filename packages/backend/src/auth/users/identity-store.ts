import { sql } from 'kysely'
import type { Db, Tx } from '../../database/port/tables.ts'
import type { IdentityRow, UserRow } from './user-store.ts'

/** Returns the user's identities, oldest first. */
export async function findUserIdentities(db: Db, userId: string): Promise<IdentityRow[]> {
  return await db
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Finds an identity by provider, issuer and the user id at the provider, or returns null. Two issuers can assign the same id to different
 * users. A row from before the issuer column existed has no issuer and matches every issuer.
 */
export async function findIdentity(
  db: Db,
  provider: string,
  { issuer, id }: { issuer: string; id: string },
): Promise<IdentityRow | null> {
  const query = db
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', id)
    .where('issuer', 'in', [issuer, ''])
    .orderBy('issuer', 'desc')
    .limit(1)
  return (await query.executeTakeFirst()) ?? null
}

/** Inserts an identity of a user. Rejects with 23505 (unique violation) when the identity is already linked to a user. */
export async function insertIdentity(
  tx: Tx,
  identity: { user_id: string; provider: string; provider_id: string; data: object; last_sign_in_at?: Date },
): Promise<IdentityRow> {
  const { data, ...columns } = identity
  return await tx
    .insertInto('auth.identities')
    .values({ ...columns, identity_data: JSON.stringify(data) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Merges data into an identity and, with `signedIn`, sets its last sign-in time. */
export async function updateIdentity(
  tx: Tx,
  id: string,
  data: object,
  options: { signedIn?: boolean } = {},
): Promise<void> {
  const merged = sql<string>`identity_data || ${JSON.stringify(data)}::jsonb`
  const used = options.signedIn ? { last_sign_in_at: sql<Date>`now()` } : {}
  await tx
    .updateTable('auth.identities')
    .set({ identity_data: merged, updated_at: sql<Date>`now()`, ...used })
    .where('id', '=', id)
    .execute()
}

/** Replaces the data of an identity. */
export async function replaceIdentityData(tx: Tx, id: string, data: object): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(data), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Deletes an identity, which is one sign-in method of a user. */
export async function deleteIdentity(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.identities').where('id', '=', id).execute()
}

/** Updates the list of providers in the user's app metadata, which access tokens contain. */
export async function updateUserProviders(tx: Tx, user: UserRow): Promise<UserRow> {
  const identities = await findUserIdentities(tx, user.id)
  const providers = [...new Set(identities.map((identity) => identity.provider))]
  const known = providers.length === 0 ? {} : { provider: providers[0], providers }
  return await tx
    .updateTable('auth.users')
    .set({ raw_app_meta_data: sql<string>`raw_app_meta_data || ${JSON.stringify(known)}::jsonb` })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
