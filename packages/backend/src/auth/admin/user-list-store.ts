import { sql } from 'kysely'
import type { Db } from '../../database/port/tables.ts'
import type { UserRow } from '../users/user-store.ts'

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
