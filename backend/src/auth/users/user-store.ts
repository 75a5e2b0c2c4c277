import { type ExpressionBuilder, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { AuthTables } from '../../database/auth-tables.ts'
import { isDatabaseError } from '../../database/errors.ts'
import type { Tables } from '../../database/tables.ts'
import { authErrors } from '../errors.ts'
import { invalid } from '../fields.ts'

/** A user as the database holds it. */
export type UserRow = Selectable<AuthTables['auth.users']>
/** A sign-in method of a user. */
export type IdentityRow = Selectable<AuthTables['auth.identities']>
/** A second factor of a user. */
export type FactorRow = Selectable<AuthTables['auth.mfa_factors']>
/** What may be changed of a user. */
export type UserChanges = Updateable<AuthTables['auth.users']>

type Db = Kysely<Tables> | Transaction<Tables>

/** The user with this id, or null. Deleted ones are there too, with `deleted_at` set. */
export async function findUserById(db: Db, id: string): Promise<UserRow | null> {
  return (await db.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The user with this address (lower-cased) in the main audience, or null. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const query = db.selectFrom('auth.users').selectAll().where('email', '=', email).where('is_sso_user', '=', false)
  return (await query.executeTakeFirst()) ?? null
}

/** The user with this number (E.164, no plus), or null. */
export async function findUserByPhone(db: Db, phone: string): Promise<UserRow | null> {
  return (await db.selectFrom('auth.users').selectAll().where('phone', '=', phone).executeTakeFirst()) ?? null
}

/**
 * Holds the user's row until the transaction ends, so that two changes of one person follow each other. Whoever changes or
 * removes what hangs on an account (tokens, factors, sessions) holds its row first, or the two could wait for each other.
 * Not FOR UPDATE: that would wait for every row which is just being added for this user, which may wait for this one.
 */
export async function lockUser(tx: Transaction<Tables>, id: string): Promise<UserRow | null> {
  const query = tx.selectFrom('auth.users').selectAll().where('id', '=', id).forNoKeyUpdate()
  return (await query.executeTakeFirst()) ?? null
}

/** The user with this id, who can't be deleted until the transaction ends. Changes of theirs go on meanwhile. */
export async function keepUser(tx: Transaction<Tables>, id: string): Promise<UserRow | null> {
  const query = tx.selectFrom('auth.users').selectAll().where('id', '=', id).forKeyShare()
  return (await query.executeTakeFirst()) ?? null
}

/** Adds a user. Rejects with 23505 when the address or number is taken. */
export async function insertUser(
  tx: Transaction<Tables>,
  user: Omit<UserChanges, 'raw_app_meta_data' | 'raw_user_meta_data'> & { appMetadata: object; userMetadata: object },
): Promise<UserRow> {
  const { appMetadata, userMetadata, ...columns } = user
  requireShort(appMetadata, 'raw_app_meta_data')
  requireShort(userMetadata, 'raw_user_meta_data')
  const values = {
    ...columns,
    raw_app_meta_data: JSON.stringify(appMetadata),
    raw_user_meta_data: JSON.stringify(userMetadata),
  }
  return await tx.insertInto('auth.users').values(values).returningAll().executeTakeFirstOrThrow()
}

/**
 * Runs a work that looks for somebody and adds them when there is nobody. When two of the same kind did so at the same
 * moment, the one that came second looks again.
 */
export async function insertedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23505') return await work()
    throw error
  }
}

/** Changes a user and notes when. Refuses with 404 when they were deleted meanwhile. */
export async function updateUser(tx: Transaction<Tables>, id: string, changes: UserChanges): Promise<UserRow> {
  const query = tx
    .updateTable('auth.users')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
  return await query.executeTakeFirstOrThrow(userIsGone)
}

/** Access tokens carry the metadata in every request's header, and headers are short. */
const METADATA_MAX = { raw_app_meta_data: 2048, raw_user_meta_data: 4096 } as const

/**
 * Merges into a metadata column, one level deep; a null value removes its key. Refuses what no token could carry, and with
 * 404 when the user was deleted meanwhile.
 */
export async function mergeMetadata(
  tx: Transaction<Tables>,
  id: string,
  column: 'raw_app_meta_data' | 'raw_user_meta_data',
  changes: Record<string, unknown>,
): Promise<UserRow> {
  const kept = Object.entries(changes).filter(([, value]) => value !== null)
  const removed = Object.keys(changes).filter((key) => changes[key] === null)
  const merged = (eb: ExpressionBuilder<Tables, 'auth.users'>) =>
    sql<string>`(${eb.ref(column)} || ${JSON.stringify(Object.fromEntries(kept))}::jsonb) - ${removed}::text[]`
  const user = await tx
    .updateTable('auth.users')
    .set((eb) => ({ [column]: merged(eb), updated_at: sql`now()` }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow(userIsGone)
  requireShort(user[column], column)
  return user
}

/**
 * Refuses what somebody says of themselves when it is too long or holds characters that the database can't store. For a
 * known address as well, whose request stores nothing: the refusal would tell which addresses are new.
 */
export async function requireStorableMetadata(db: Db, metadata: object): Promise<void> {
  requireShort(metadata, 'raw_user_meta_data')
  await sql`select ${JSON.stringify(metadata)}::jsonb`.execute(db)
}

function userIsGone(): Error {
  return authErrors.userNotFound()
}

function requireShort(metadata: object, column: keyof typeof METADATA_MAX): void {
  const length = Buffer.byteLength(JSON.stringify(metadata))
  if (length > METADATA_MAX[column]) throw invalid(`Metadata can not be longer than ${METADATA_MAX[column]} bytes`)
}

/** Removes a user with everything that hangs on it: sessions, identities, factors, tokens. */
export async function deleteUser(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx.deleteFrom('auth.users').where('id', '=', id).execute()
}

/** The user's factors, oldest first. */
export async function findFactorsOf(db: Db, userId: string): Promise<FactorRow[]> {
  return await db
    .selectFrom('auth.mfa_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Every number that messages to this user may have gone to: theirs, the one they were changing to, and those of factors. */
export async function findNumbersOf(db: Db, user: UserRow): Promise<string[]> {
  const factors = await findFactorsOf(db, user.id)
  const numbers = [user.phone, user.phone_change, ...factors.map(({ phone }) => phone)]
  return numbers.flatMap((number) => (number ? [number] : []))
}
