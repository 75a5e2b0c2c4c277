import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeSmsFiles } from '@site/backend/auth/messages/sms-files'
import type { Database } from '@site/backend/database/port/database'
import { sql } from 'kysely'
import { cancelEmailChangesToErased } from './erased-changes.ts'
import { readErasedList } from './erased-list.ts'
import { eraseMailFiles } from './mail-files.ts'

/**
 * The name of a marker file that exists in DATA_DIR while erasures of personal data are repeated. If the server is killed after erasing the
 * rows and before erasing the files, the next start repeats both.
 */
const UNFINISHED = 'erasing-again'

/**
 * Repeats erasures of personal data after an older backup of the database was restored, before the server handles its first request. Erases
 * sign-ups, messages, mails, text messages, accounts, and pending changes to an erased e-mail address. The list of erasures stays in
 * DATA_DIR, because a later start may use yet another database. Does nothing when the database has every entry of the list. Throws for an
 * unreadable list, because erased people would reappear.
 */
export async function reapplyErasures(database: Database, dataDir: string): Promise<void> {
  const people = await readErasedList(dataDir)
  if (people === null) return
  const list = JSON.stringify(people)
  const unfinished = join(dataDir, UNFINISHED)
  if (!existsSync(unfinished) && (await hasAllErasures(database, list))) return
  await writeFile(unfinished, '')
  await database.transaction(async (tx) => {
    await sql`select public.erase_again(${list}::text::jsonb)`.execute(tx)
    const erased = sql`
      u.email in (
        -- Compares with the last change: an account may have got the address after its earlier owner was erased.
        select public.erased_among(jsonb_agg(jsonb_build_object('email', a.email, 'created_at', a.updated_at)))
        from auth.users a where a.email is not null
      )`
    const { rows } = await sql<{ number: string }>`
      select number
      from auth.users u, unnest(
        array[u.phone, u.phone_change] || array(select f.phone from auth.mfa_factors f where f.user_id = u.id)
      ) as n(number)
      where number <> '' and ${erased}`.execute(tx)
    const numbers = rows.map(({ number }) => number)
    await removeSmsFiles(dataDir, numbers)
    await sql`delete from auth.users u where ${erased}`.execute(tx)
    await cancelEmailChangesToErased(tx)
  })
  await eraseMailFiles(database, dataDir)
  await rm(unfinished)
}

/** Returns whether every erasure of the list is recorded in the database, so that no erasure has to be repeated. */
async function hasAllErasures({ kysely }: Database, list: string): Promise<boolean> {
  const { rows } = await sql<{ unknown: boolean }>`
    select exists (
      select from jsonb_to_recordset(${list}::text::jsonb) as p (hash text, erased_at timestamptz)
      where not exists (
        select from private.erased_people e where e.hash = decode(p.hash, 'hex') and e.erased_at >= p.erased_at
      )
    ) as unknown`.execute(kysely)
  return rows[0]?.unknown === false
}
