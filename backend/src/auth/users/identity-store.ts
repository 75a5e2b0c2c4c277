import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { IdentityRow, UserRow } from './user-store.ts'

type Db = Kysely<Tables> | Transaction<Tables>

/** The user's sign-in methods, oldest first. */
export async function findIdentitiesOf(db: Db, userId: string): Promise<IdentityRow[]> {
  return await db
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * The identity a provider knows under this id, or null. Another issuer's identity with the same id is another person's;
 * one that was stored without an issuer, before issuers were noted, counts as the issuer's own.
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

/** Adds a sign-in method to a user. Rejects with 23505 when somebody has it already. */
export async function insertIdentity(
  tx: Transaction<Tables>,
  identity: { user_id: string; provider: string; provider_id: string; data: object; last_sign_in_at?: Date },
): Promise<IdentityRow> {
  const { data, ...columns } = identity
  return await tx
    .insertInto('auth.identities')
    .values({ ...columns, identity_data: JSON.stringify(data) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Merges into what is known of an identity and, where it was just used, notes when. */
export async function updateIdentity(
  tx: Transaction<Tables>,
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

/** Puts other data in place of what is known of an identity. */
export async function replaceIdentityData(tx: Transaction<Tables>, id: string, data: object): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(data), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Removes one sign-in method. */
export async function deleteIdentity(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx.deleteFrom('auth.identities').where('id', '=', id).execute()
}

/** Writes the list of a user's providers into the metadata that tokens carry. */
export async function refreshProviders(tx: Transaction<Tables>, user: UserRow): Promise<UserRow> {
  const identities = await findIdentitiesOf(tx, user.id)
  const providers = [...new Set(identities.map((identity) => identity.provider))]
  const known = providers.length === 0 ? {} : { provider: providers[0], providers }
  return await tx
    .updateTable('auth.users')
    .set({ raw_app_meta_data: sql<string>`raw_app_meta_data || ${JSON.stringify(known)}::jsonb` })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
