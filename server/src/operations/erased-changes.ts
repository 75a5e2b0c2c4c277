import type { DatabaseTables } from '@site/backend/database/port/tables'
import { type Kysely, sql, type Transaction } from 'kysely'

/**
 * Cancels each pending change of an account's e-mail address whose new address was erased after the change was requested: no account may
 * store the erased address, and codes sent to it must no longer work. Returns the number of cancelled changes.
 */
export async function cancelEmailChangesToErased(
  db: Kysely<DatabaseTables> | Transaction<DatabaseTables>,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with ended as (
      update auth.users u
      set email_change = null, email_change_confirm_status = 0, updated_at = now()
      where u.email_change in (
        select public.erased_among(jsonb_agg(jsonb_build_object(
          'email', a.email_change, 'created_at', coalesce(a.email_change_sent_at, a.updated_at)
        )))
        from auth.users a where a.email_change is not null
      )
      returning u.id
    ),
    codes as (
      delete from auth.one_time_tokens t using ended e
      where t.user_id = e.id and t.token_type in ('email_change_current', 'email_change_new')
    )
    select id from ended`.execute(db)
  return rows.length
}
