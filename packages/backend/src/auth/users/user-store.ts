import { type ExpressionBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { AuthTables } from '../../database/port/auth-tables.ts'
import { isDatabaseError } from '../../database/port/errors.ts'
import type { DatabaseTables, Db, Tx } from '../../database/port/tables.ts'
import type { Refusal, RefusalDetails } from '../../http/errors.ts'
import { authErrors } from '../errors.ts'
import { createValidationError } from '../fields.ts'

/** A row of `auth.users`. */
export type UserRow = Selectable<AuthTables['auth.users']>
/** A row of `auth.identities`: one sign-in method of a user. */
export type IdentityRow = Selectable<AuthTables['auth.identities']>
/** A row of `auth.mfa_factors`: one second factor of a user. */
export type FactorRow = Selectable<AuthTables['auth.mfa_factors']>
/** The columns of a user's row to update, with their new values. */
export type UserChanges = Updateable<AuthTables['auth.users']>

/** Finds a user by id, or returns null. Includes soft-deleted users, with `deleted_at` set. */
export async function findUserById(db: Db, id: string): Promise<UserRow | null> {
  return (await db.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Finds the user with this e-mail address (in lower case), or returns null. Users of single sign-on are ignored. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const query = db.selectFrom('auth.users').selectAll().where('email', '=', email).where('is_sso_user', '=', false)
  return (await query.executeTakeFirst()) ?? null
}

/** Finds the user with this phone number (E.164 without the plus sign), or returns null. */
export async function findUserByPhone(db: Db, phone: string): Promise<UserRow | null> {
  return (await db.selectFrom('auth.users').selectAll().where('phone', '=', phone).executeTakeFirst()) ?? null
}

/** Finds the user with this e-mail address or phone number, or returns null. */
export function findUserByAddress(db: Db, provider: 'email' | 'phone', address: string): Promise<UserRow | null> {
  return provider === 'email' ? findUserByEmail(db, address) : findUserByPhone(db, address)
}

/**
 * Locks the user's row until the transaction ends, which serialises changes of one user. A transaction that changes or
 * deletes dependent rows (tokens, factors, sessions) must lock the user's row first, or two of them can deadlock.
 * FOR NO KEY UPDATE instead of FOR UPDATE: inserts of dependent rows take a key-share lock on this row, and waiting for
 * them could deadlock too.
 */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | null> {
  const query = tx.selectFrom('auth.users').selectAll().where('id', '=', id).forNoKeyUpdate()
  return (await query.executeTakeFirst()) ?? null
}

/** Finds a user and prevents its deletion until the transaction ends (FOR KEY SHARE). Updates are not blocked. */
export async function lockUserAgainstDeletion(tx: Tx, id: string): Promise<UserRow | null> {
  const query = tx.selectFrom('auth.users').selectAll().where('id', '=', id).forKeyShare()
  return (await query.executeTakeFirst()) ?? null
}

/** Inserts a user. Rejects with 23505 (unique violation) when the e-mail address or phone number is taken. */
export async function insertUser(
  tx: Tx,
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
 * Runs an operation that looks up a user and inserts it when missing. Runs it once more after a unique violation (23505),
 * when a concurrent request inserted the same user: the second run finds that row.
 */
export async function retryOnUniqueViolation<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation()
  } catch (error) {
    if (isDatabaseError(error) && error.code === '23505') return await operation()
    throw error
  }
}

/** Runs an operation. Throws the error of `refuse` for a unique violation (23505): a concurrent request inserted the same value. */
export async function refuseUniqueViolation<T>(
  operation: () => Promise<T>,
  refuse: (details: RefusalDetails) => Refusal,
): Promise<T> {
  try {
    return await operation()
  } catch (cause) {
    throw isDatabaseError(cause) && cause.code === '23505' ? refuse({ cause }) : cause
  }
}

/** Updates a user and its `updated_at`. Throws 404 when a concurrent request has deleted the user. */
export async function updateUser(tx: Tx, id: string, changes: UserChanges): Promise<UserRow> {
  const query = tx
    .updateTable('auth.users')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
  return await query.executeTakeFirstOrThrow(userIsGone)
}

/** Maximum size of each metadata column, in bytes of JSON. Access tokens contain the metadata, and request headers are limited in size. */
const METADATA_MAX = { raw_app_meta_data: 2048, raw_user_meta_data: 4096 } as const

/**
 * Merges changes into a metadata column, one level deep; a null value removes its key. Throws 400 when the result is too
 * long for access tokens, and 404 when the user was deleted meanwhile.
 */
export async function mergeMetadata(
  tx: Tx,
  id: string,
  column: 'raw_app_meta_data' | 'raw_user_meta_data',
  changes: Record<string, unknown>,
): Promise<UserRow> {
  const kept = Object.entries(changes).filter(([, value]) => value !== null)
  const removed = Object.keys(changes).filter((key) => changes[key] === null)
  const merged = (eb: ExpressionBuilder<DatabaseTables, 'auth.users'>) =>
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
 * Throws 400 for metadata that is too long or contains characters that the database can't store. Also called for a sign-up with an e-mail
 * address that already has an account, although its metadata is not stored: otherwise the error would reveal which addresses have no
 * account.
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
  if (length > METADATA_MAX[column])
    throw createValidationError(`Metadata can not be longer than ${METADATA_MAX[column]} bytes`)
}

/** Deletes a user; sessions, identities, factors and tokens are deleted by cascade. */
export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.users').where('id', '=', id).execute()
}

/** Returns the user's second factors, oldest first. */
export async function findUserFactors(db: Db, userId: string): Promise<FactorRow[]> {
  return await db
    .selectFrom('auth.mfa_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Returns every phone number that may have received text messages: the user's own number, the pending one and those of factors. */
export async function findUserPhoneNumbers(db: Db, user: UserRow): Promise<string[]> {
  const factors = await findUserFactors(db, user.id)
  const numbers = [user.phone, user.phone_change, ...factors.map(({ phone }) => phone)]
  return numbers.flatMap((number) => (number ? [number] : []))
}

type Page = { page: number; perPage: number; filter: string; isAscending: boolean }

/** Returns one page of the users that match a filter, sorted by creation time. */
export async function listUsers(db: Db, { page, perPage, filter, isAscending }: Page): Promise<UserRow[]> {
  const direction = isAscending ? 'asc' : 'desc'
  return await matching(db, filter)
    .selectAll()
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
}

/** Counts the users that match a filter. */
export async function countUsers(db: Db, filter: string): Promise<number> {
  const row = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

function matching(db: Db, filter: string) {
  const query = db.selectFrom('auth.users')
  if (filter === '') return query
  const pattern = `%${filter.replace(/[\\%_]/g, '\\$&')}%`
  return query.where((eb) =>
    eb.or([eb('email', 'ilike', pattern), sql<boolean>`raw_user_meta_data ->> 'full_name' ilike ${pattern}`]),
  )
}
